/*
 * ext/amqp: the connection is an AMQPConnection; channels, exchanges and queues have it in a property.
 */
#include "clients/library.h"

static zend_class_entry *connection_ce;

static const async_client_t client = { .name = "AMQP connection", .keeps = async_guard_keeps_nothing };

static const void *connection_of(zend_object *object)
{
	zend_class_entry *declaring = object->ce;
	zval buffer, *property;

	/* The property is private. */
	while (declaring->parent) {
		declaring = declaring->parent;
	}
	ZEND_ASSERT(declaring->type == ZEND_INTERNAL_CLASS && "the extension has the method that was called");
	property = zend_read_property(declaring, object, "connection", strlen("connection"), true, &buffer);
	ZVAL_DEREF(property);
	return Z_TYPE_P(property) == IS_OBJECT ? Z_OBJ_P(property) : NULL;
}

static const void *find(zend_execute_data *call, zend_object **handle)
{
	(void) handle;
	return Z_TYPE(call->This) == IS_OBJECT ? connection_of(Z_OBJ(call->This)) : NULL;
}

/* new AMQPChannel($connection) */
static const void *find_by_argument(zend_execute_data *call, zend_object **handle)
{
	zend_object *object = async_guard_object_argument(call);

	ZEND_ASSERT(connection_ce && "methods are guarded if the class exists");
	(void) handle;
	return object && instanceof_function(object->ce, connection_ce) ? object : NULL;
}

static const async_guard_kind_t on_connection = { .client = &client, .find = async_guard_find_this };
static const async_guard_kind_t on_part = { .client = &client, .find = find };
static const async_guard_kind_t on_argument = { .client = &client, .find = find_by_argument };

static const async_guard_row_t connection_methods[] = {
	{ "connect", &on_connection },
	{ "disconnect", &on_connection },
	{ "pconnect", &on_connection },
	{ "pdisconnect", &on_connection },
	{ "preconnect", &on_connection },
	{ "reconnect", &on_connection },
	{ NULL, NULL }
};

static const async_guard_row_t channel_methods[] = {
	{ "__construct", &on_argument },
	{ "basicrecover", &on_part },
	{ "close", &on_part },
	{ "committransaction", &on_part },
	{ "confirmselect", &on_part },
	{ "qos", &on_part },
	{ "rollbacktransaction", &on_part },
	{ "setglobalprefetchcount", &on_part },
	{ "setglobalprefetchsize", &on_part },
	{ "setprefetchcount", &on_part },
	{ "setprefetchsize", &on_part },
	{ "starttransaction", &on_part },
	{ "waitforbasicreturn", &on_part },
	{ "waitforconfirm", &on_part },
	{ NULL, NULL }
};

static const async_guard_row_t exchange_methods[] = {
	{ "bind", &on_part },
	{ "declare", &on_part },
	{ "declareexchange", &on_part },
	{ "delete", &on_part },
	{ "publish", &on_part },
	{ "unbind", &on_part },
	{ NULL, NULL }
};

static const async_guard_row_t queue_methods[] = {
	{ "ack", &on_part },
	{ "bind", &on_part },
	{ "cancel", &on_part },
	{ "consume", &on_part },
	{ "declare", &on_part },
	{ "declarequeue", &on_part },
	{ "delete", &on_part },
	{ "get", &on_part },
	{ "nack", &on_part },
	{ "purge", &on_part },
	{ "recover", &on_part },
	{ "reject", &on_part },
	{ "unbind", &on_part },
	{ NULL, NULL }
};

/* The release of a channel closes it at the server. */
static async_guarded_objects_t channels = {
	.class_name = "amqpchannel", .connection = connection_of, .client = &client, .dropped = async_guarded_dropped,
};

static bool startup(void)
{
	connection_ce = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("amqpconnection"));
	return connection_ce != NULL;
}

const async_library_t async_amqp_library = {
	.extension = "amqp",
	.startup = startup,
	.tables = {
		{ "amqpconnection", connection_methods }, { "amqpchannel", channel_methods },
		{ "amqpexchange", exchange_methods }, { "amqpqueue", queue_methods },
	},
	.objects = { &channels },
};
