/*
 * Exception classes: their registration, exceptions with a message, CompositeException, chains of previous exceptions.
 */
#include "exceptions.h"

#include "compat.h"
#include "engine/handlers.h"
#include "scheduler/coroutine.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"
#include "zend_smart_str.h"

#include <errno.h>

#include "stubs/exceptions_arginfo.h"

zend_class_entry *async_ce_cancellation;
zend_class_entry *async_ce_exception;
zend_class_entry *async_ce_await_cancelled;
zend_class_entry *async_ce_timeout_exception;
zend_class_entry *async_ce_deadlock_error;
static zend_class_entry *composite_ce;

static zend_class_entry *exception_base(const zend_class_entry *ce)
{
	return instanceof_function(ce, zend_ce_exception) ? zend_ce_exception : zend_ce_error;
}

zend_object *async_exception_new(zend_class_entry *ce, const char *format, ...)
{
	zval object, message;
	va_list args;

	ZEND_ASSERT(ce && format && "an exception has a class and a message");
	object_init_ex(&object, ce);
	va_start(args, format);
	ZVAL_STR(&message, zend_vstrpprintf(0, format, args));
	va_end(args);
	zend_update_property_ex(exception_base(ce), Z_OBJ(object), ZSTR_KNOWN(ZEND_STR_MESSAGE), &message);
	zval_ptr_dtor(&message);
	return Z_OBJ(object);
}

static void write_place(zend_object *exception, zend_string *file, uint32_t line)
{
	zend_class_entry *base = exception_base(exception->ce);
	zval value;

	ZVAL_STR(&value, file);
	zend_update_property_ex(base, exception, ZSTR_KNOWN(ZEND_STR_FILE), &value);
	ZVAL_LONG(&value, line);
	zend_update_property_ex(base, exception, ZSTR_KNOWN(ZEND_STR_LINE), &value);
}

zend_object *async_cancellation_new_here(void)
{
	const zend_execute_data *frame = async_user_frame();
	zend_object *cancellation;
	zend_string *file;
	uint32_t line;

	if (EXPECTED(frame != NULL)) {
		return async_exception_new(async_ce_cancellation, "cancelled at %s:%u",
			ZSTR_VAL(frame->func->op_array.filename), async_frame_line(frame));
	}
	file = async_coroutine_end_place(&line);
	cancellation = async_exception_new(async_ce_cancellation, "cancelled at %s:%u",
		file ? ZSTR_VAL(file) : zend_get_executed_filename(), line);
	if (file) {
		write_place(cancellation, file, line);
	}
	return cancellation;
}

zend_object *async_exception_no_stack(void)
{
	return async_exception_new(async_ce_exception,
		"No address space for the stack of another coroutine: %s."
		" Raise the address space limit (ulimit -v) or vm.max_map_count, or lower async.stack_size", strerror(errno));
}

zend_string *async_exception_place(zend_object *exception, zend_long *line)
{
	zend_class_entry *base = exception_base(exception->ce);
	zval rv[2];
	zval *file = zend_read_property_ex(base, exception, ZSTR_KNOWN(ZEND_STR_FILE), true, &rv[0]);
	zval *at = zend_read_property_ex(base, exception, ZSTR_KNOWN(ZEND_STR_LINE), true, &rv[1]);

	*line = Z_TYPE_P(at) == IS_LONG ? Z_LVAL_P(at) : 0;
	return Z_TYPE_P(file) == IS_STRING ? zend_string_copy(Z_STR_P(file)) : ZSTR_EMPTY_ALLOC();
}

const zend_string *async_exception_words(zend_object *exception)
{
	zval rv;
	zval *words = zend_read_property_ex(exception_base(exception->ce), exception, ZSTR_KNOWN(ZEND_STR_STRING), true,
		&rv);

	return Z_TYPE_P(words) == IS_STRING ? Z_STR_P(words) : NULL;
}

/* Exceptions with this table are loud; it is a copy of the table of all others. */
static zend_object_handlers loud_handlers;
static bool has_loud_handlers;

static void copy_handlers(void *exception)
{
	loud_handlers = *((const zend_object *) exception)->handlers;
}

bool async_exception_is_silent(const zend_object *exception)
{
	return instanceof_function(exception->ce, async_ce_cancellation) && exception->handlers != &loud_handlers;
}

void async_exception_make_loud(zend_object *exception)
{
	async_table_once(&has_loud_handlers, copy_handlers, exception);
	exception->handlers = &loud_handlers;
}

zend_string *async_exception_message(zend_object *exception)
{
	zval rv;
	zval *message = zend_read_property_ex(exception_base(exception->ce), exception, ZSTR_KNOWN(ZEND_STR_MESSAGE), true,
		&rv);

	return Z_TYPE_P(message) == IS_STRING ? zend_string_copy(Z_STR_P(message)) : ZSTR_EMPTY_ALLOC();
}

/* The list of a CompositeException, in the object's own property: the last one that the class declares. */
static HashTable *composite_list(zend_object *composite)
{
	zval *property = OBJ_PROP_NUM(composite, composite_ce->default_properties_count - 1);

	ZEND_ASSERT(composite->ce == composite_ce && "only a CompositeException has the property");
	ZVAL_DEREF(property);
	if (Z_TYPE_P(property) != IS_ARRAY) {
		array_init(property);
	}
	SEPARATE_ARRAY(property);
	return Z_ARRVAL_P(property);
}

static void composite_add(zend_object *composite, zend_object *exception)
{
	zval value;

	ZVAL_OBJ_COPY(&value, exception);
	if (UNEXPECTED(zend_hash_next_index_insert(composite_list(composite), &value) == NULL)) {
		zend_cannot_add_element();
		OBJ_RELEASE(exception);
	}
}

/* The message names the first exception: many a log shows nothing but the message. */
static zend_object *composite_new(const char *words, zend_object *first)
{
	zval rv;
	zval *message = zend_read_property_ex(exception_base(first->ce), first, ZSTR_KNOWN(ZEND_STR_MESSAGE), true, &rv);
	const char *text = Z_TYPE_P(message) == IS_STRING ? Z_STRVAL_P(message) : "";

	return async_exception_new(composite_ce, "%s: %s%s%s", words, ZSTR_VAL(first->ce->name),
		*text ? ": " : "", text);
}

void async_exception_append(HashTable **list, zend_object *exception)
{
	zval value;

	ZEND_ASSERT(exception && "there is one to append");
	if (*list == NULL) {
		*list = zend_new_array(0);
	}
	ZVAL_OBJ_COPY(&value, exception);
	zend_hash_next_index_insert_new(*list, &value);
}

zend_object *async_exception_compose(HashTable *exceptions)
{
	const bool is_one = zend_hash_num_elements(exceptions) == 1;
	zend_object *composite = NULL;
	zend_ulong number;
	zend_string *name;
	zval *exception;

	ZEND_ASSERT(zend_hash_num_elements(exceptions) > 0 && "a CompositeException has at least one exception");
	ZEND_HASH_FOREACH_KEY_VAL(exceptions, number, name, exception) {
		if (composite == NULL) {
			composite = composite_new(is_one ? "One exception" : "Several exceptions at once, the first",
				Z_OBJ_P(exception));
		}
		Z_ADDREF_P(exception);
		if (name) {
			zend_hash_add_new(composite_list(composite), name, exception);
		} else {
			zend_hash_index_add_new(composite_list(composite), number, exception);
		}
	} ZEND_HASH_FOREACH_END();
	return composite;
}

zend_object *async_exception_of_list(HashTable *list)
{
	zend_object *exception;

	ZEND_ASSERT(zend_hash_num_elements(list) > 0 && "a list is made for its first exception");
	if (zend_hash_num_elements(list) > 1) {
		exception = async_exception_compose(list);
	} else {
		exception = Z_OBJ_P(zend_hash_index_find(list, 0));
		GC_ADDREF(exception);
	}
	zend_array_destroy(list);
	return exception;
}

static zend_object *previous_of(zend_object *exception)
{
	zend_class_entry *base = exception_base(exception->ce);
	zval rv;
	zval *previous = zend_read_property_ex(base, exception, ZSTR_KNOWN(ZEND_STR_PREVIOUS), true, &rv);

	return Z_TYPE_P(previous) == IS_OBJECT ? Z_OBJ_P(previous) : NULL;
}

static void write_previous(zend_object *exception, zend_object *previous)
{
	zval value;

	ZVAL_NULL(&value);
	if (previous) {
		ZVAL_OBJ(&value, previous);
	}
	zend_update_property_ex(exception_base(exception->ce), exception, ZSTR_KNOWN(ZEND_STR_PREVIOUS), &value);
}

zend_object *async_exception_lead(zend_object *first, zend_object *leader)
{
	zend_object *before = NULL;
	zend_object *at = first;

	ZEND_ASSERT(first && "a chain has a first exception");
	while (at && at != leader) {
		before = at;
		at = previous_of(at);
	}
	if (at == NULL || before == NULL) {
		return first;
	}
	GC_ADDREF(leader);
	/* Close the gap that the leader leaves, then put the chain behind it. */
	write_previous(before, previous_of(leader));
	write_previous(leader, first);
	OBJ_RELEASE(first);
	return leader;
}

void async_exception_set_previous(zend_object *exception, zend_object *previous)
{
	zend_object *at = exception;

	ZEND_ASSERT(exception && previous && "both ends of the link are there");
	if (UNEXPECTED(async_is_exit(exception))) {
		OBJ_RELEASE(previous);
		return;
	}
	if (GC_REFCOUNT(exception) == 1 && previous_of(exception) == NULL && !async_is_exit(previous)) {
		/* No chain leads to it: there is no circle to look for. A chain of n is made in n steps then. */
		write_previous(exception, previous);
		OBJ_RELEASE(previous);
		return;
	}
	do {
		at = previous_of(at);
	} while (at && at != previous);
	if (at) {
		/* It is in the chain already. The engine's function would not take over the reference then. */
		OBJ_RELEASE(previous);
		return;
	}
	/* Appends to the end of the chain and refuses circles. */
	zend_exception_set_previous(exception, previous);
}

void async_exception_insert_previous(zend_object *exception, zend_object *previous)
{
	zend_object *next = previous_of(exception);
	zend_object *last = previous;
	zend_object *at;

	ZEND_ASSERT(previous && "there is an exception to insert");
	for (at = previous; at && at != exception && at != next; at = previous_of(at)) {
		last = at;
	}
	if (at == exception || previous == next) {
		OBJ_RELEASE(previous);
		return;
	}
	if (next && at == NULL) {
		write_previous(last, next);
	}
	write_previous(exception, previous);
	OBJ_RELEASE(previous);
}

void async_exception_throw_again(zend_object *exception)
{
	ZEND_ASSERT(!EG(exception) && "nothing was thrown meanwhile");
	if (UNEXPECTED(zend_is_graceful_exit(exception))) {
		OBJ_RELEASE(exception);
		zend_throw_graceful_exit();
	} else {
		zend_throw_exception_internal(exception);
	}
}

ZEND_COLD void async_throw_no_loop(const char *wish)
{
	const int error = errno;
	const char *advice = "";

	if (error == EMFILE) {
		advice = ". Raise the limit of open files (ulimit -n)";
	} else if (error == ENFILE) {
		advice = ". Raise the limit of open files of the system (fs.file-max)";
	} else if (error == ENOMEM) {
		advice = ". Raise the limit of memory (ulimit -v)";
	} else if (error == ENOSYS || error == EPERM || error == EACCES || error == EINVAL) {
		advice = ". The event loop needs epoll and eventfd, which a sandbox may refuse";
	}
	async_throw("Cannot %s: %s%s", wish, strerror(error), advice);
}

ZEND_COLD void async_throw(const char *format, ...)
{
	va_list args;
	zend_string *message;

	va_start(args, format);
	message = zend_vstrpprintf(0, format, args);
	va_end(args);
	zend_throw_exception(async_ce_exception, ZSTR_VAL(message), 0);
	zend_string_release(message);
}

/* Append what __toString() says of an exception. False after an exception. */
static bool append_words(smart_str *text, zend_object *exception)
{
	zend_function *function = exception->ce == composite_ce ? zend_ce_exception->__tostring : exception->ce->__tostring;
	zval words;

	ZVAL_UNDEF(&words);
	zend_call_known_instance_method_with_0_params(function, exception, &words);
	if (EXPECTED(Z_TYPE(words) == IS_STRING)) {
		smart_str_append(text, Z_STR(words));
	}
	zval_ptr_dtor(&words);
	return EG(exception) == NULL;
}

/* Lists within lists: those that lie deeper are left out, because the C stack of a coroutine is small. */
#define DEPTH_MAX 64

/* The same for a CompositeException, with its list. `seen` has those whose list is in the text already. */
static bool append_composite(smart_str *text, zend_object *composite, HashTable *seen, unsigned depth)
{
	HashTable *list;
	zend_ulong number;
	zend_string *name;
	zval *each;
	bool is_new, done = append_words(text, composite);

	is_new = zend_hash_index_add_empty_element(seen, composite->handle) != NULL;
	if (!done || !is_new || depth == DEPTH_MAX) {
		return done;
	}
	list = composite_list(composite);
	GC_ADDREF(list);
	ZEND_HASH_FOREACH_KEY_VAL(list, number, name, each) {
		ZVAL_DEREF(each);
		if (UNEXPECTED(Z_TYPE_P(each) != IS_OBJECT || !instanceof_function(Z_OBJCE_P(each), zend_ce_throwable))) {
			/* unserialize() takes any list. */
			continue;
		}
		if (name) {
			smart_str_append_printf(text, "\n\nException \"%s\": ", ZSTR_VAL(name));
		} else {
			smart_str_append_printf(text, "\n\nException " ZEND_LONG_FMT ": ", (zend_long) number);
		}
		done = Z_OBJCE_P(each) == composite_ce ? append_composite(text, Z_OBJ_P(each), seen, depth + 1)
			: append_words(text, Z_OBJ_P(each));
		if (UNEXPECTED(!done)) {
			break;
		}
	} ZEND_HASH_FOREACH_END();
	zend_array_release(list);
	return done;
}

/* A fatal error shows this text: no exception of the list is lost then. */
ZEND_METHOD(Async_CompositeException, __toString)
{
	smart_str text = {0};
	HashTable seen;
	bool done;

	ZEND_PARSE_PARAMETERS_NONE();
	zend_hash_init(&seen, 0, NULL, NULL, false);
	done = append_composite(&text, Z_OBJ_P(ZEND_THIS), &seen, 0);
	zend_hash_destroy(&seen);
	if (UNEXPECTED(!done)) {
		smart_str_free(&text);
		RETURN_THROWS();
	}
	RETURN_STR(smart_str_extract(&text));
}

ZEND_METHOD(Async_CompositeException, addException)
{
	zend_object *exception;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJ_OF_CLASS(exception, zend_ce_throwable)
	ZEND_PARSE_PARAMETERS_END();
	composite_add(Z_OBJ_P(ZEND_THIS), exception);
}

ZEND_METHOD(Async_CompositeException, getExceptions)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_ARR(zend_array_dup(composite_list(Z_OBJ_P(ZEND_THIS))));
}

static void register_alias(const char *name, zend_class_entry *ce)
{
	zend_register_class_alias_ex(name, strlen(name), ce, true);
}

ASYNC_REGISTERS void async_exceptions_register(void)
{
	async_ce_cancellation = register_class_Async_AsyncCancellation(zend_ce_error);
	async_ce_exception = register_class_Async_AsyncException(zend_ce_exception);
	async_ce_await_cancelled = register_class_Async_AwaitCancelledException(async_ce_exception);
	async_ce_timeout_exception = register_class_Async_TimeoutException(async_ce_exception);
	async_ce_deadlock_error = register_class_Async_DeadlockError(zend_ce_error);
	composite_ce = register_class_Async_CompositeException(async_ce_exception);
	register_alias("Async\\CancellationError", async_ce_cancellation);
	register_alias("Async\\CancellationException", async_ce_cancellation);
	register_alias("Async\\OperationCanceledException", async_ce_await_cancelled);
}
