/*
 * Sessions of isolations: what a new one begins with, the exchange, writing at the end.
 */
#include "engine/isolation/session.h"

#include "engine/isolation/copy.h"
#include "engine/isolation/isolation.h"
#include "engine/module_globals.h"
#include "engine/put_aside.h"

void (*async_isolation_session_is_closed)(void);

#ifdef ASYNC_COMPAT_HAS_SESSION

#include "zend_smart_str.h"
#include "ext/session/php_session.h"
#include "ext/standard/basic_functions.h"

struct async_isolation_session {
	php_ps_globals globals;
	bool has_rewriter;
	url_adapt_state_ex_t rewriter;   /* without the tags, which belong to a setting */
	zend_string *sid;                /* the value of the constant SID; NULL: an empty one, or none */
};

/* The module, if its globals are as we know them; else NULL. Set once, when all extensions have started. */
static zend_module_entry *module;

void async_isolation_session_all_loaded(void)
{
	zend_module_entry *found = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("session"));
	const bool is_known = found && found->globals_size == sizeof(php_ps_globals)
		&& found->zend_api == ZEND_MODULE_API_NO && found->request_shutdown_func;

	module = is_known ? found : NULL;
}

bool async_isolation_session_is_own(void)
{
	return module != NULL;
}

static zend_always_inline php_ps_globals *session_globals(void)
{
	return async_module_globals(module);
}

/* The handlers of session_set_save_handler(). */
static zval *handlers_of(php_ps_globals *globals)
{
	return (zval *) &globals->mod_user_names;
}

#define HANDLERS (sizeof(((php_ps_globals *) NULL)->mod_user_names) / sizeof(zval))

/* ---- SID ---- */

/* The constant of the module, once a session was started in the request; it stays until the end. */
static zend_constant *sid_constant(void)
{
	zend_constant *constant = ASYNC_ENGINE_G(sid_constant);

	if (constant == NULL && session_globals()->id) {
		constant = zend_hash_str_find_ptr(EG(zend_constants), ZEND_STRL("SID"));
		if (constant && ZEND_CONSTANT_MODULE_NUMBER(constant) != (unsigned) module->module_number) {
			constant = NULL;
		}
		ASYNC_ENGINE_G(sid_constant) = constant;
	}
	return constant && Z_TYPE(constant->value) == IS_STRING ? constant : NULL;
}

static zend_string *take_sid(void)
{
	zend_constant *constant = sid_constant();
	zend_string *sid = NULL;

	if (constant) {
		sid = Z_STR(constant->value);
		ZVAL_EMPTY_STRING(&constant->value);
	}
	return sid;
}

static void put_sid(zend_string *sid)
{
	zend_constant *constant = sid_constant();

	if (constant && sid) {
		zval_ptr_dtor_str(&constant->value);
		ZVAL_STR(&constant->value, sid);
	}
}

/* ---- the rewriter of URLs (session.use_trans_sid) ---- */

static bool is_rewriting(void)
{
	const url_adapt_state_ex_t *rewriter = &BG(url_adapt_session_ex);

	return rewriter->active || rewriter->url_app.s || rewriter->form_app.s;
}

static void take_rewriter(async_isolation_session_t *session)
{
	session->has_rewriter = is_rewriting();
	if (UNEXPECTED(session->has_rewriter)) {
		session->rewriter = BG(url_adapt_session_ex);
		memset(&BG(url_adapt_session_ex), 0, offsetof(url_adapt_state_ex_t, tags));
	}
}

static void put_rewriter(const async_isolation_session_t *session)
{
	if (UNEXPECTED(session->has_rewriter)) {
		memcpy(&BG(url_adapt_session_ex), &session->rewriter, offsetof(url_adapt_state_ex_t, tags));
	}
}

static void release_rewriter(async_isolation_session_t *session)
{
	url_adapt_state_ex_t *rewriter = &session->rewriter;

	if (EXPECTED(!session->has_rewriter)) {
		return;
	}
	if (rewriter->active) {
		smart_str_free(&rewriter->result);
		smart_str_free(&rewriter->buf);
		smart_str_free(&rewriter->tag);
		smart_str_free(&rewriter->arg);
		smart_str_free(&rewriter->attr_val);
	}
	smart_str_free(&rewriter->form_app);
	smart_str_free(&rewriter->url_app);
}

/* ---- settings ---- */

bool async_isolation_session_has_setting(const zend_ini_entry *entry)
{
	return module && entry->module_number == module->module_number;
}

void async_isolation_session_follow(zend_ini_entry *entry)
{
	php_ps_globals *globals = session_globals();
	const php_session_status status = globals->session_status;

	/* The module changes no setting while a session is active. */
	globals->session_status = php_session_none;
	(void) entry->on_modify(
		entry, entry->value, entry->mh_arg1, entry->mh_arg2, entry->mh_arg3, ZEND_INI_STAGE_DEACTIVATE);
	globals->session_status = status;
}

/* ---- a new isolation ---- */

#define WITHOUT(place) (*(place) = NULL)

/* The state in which a request begins. Settings and save handler stay. */
static void make_idle(php_ps_globals *globals)
{
	globals->id = NULL;
	if (globals->session_status == php_session_active) {
		globals->session_status = php_session_none;
	}
	globals->mod_data = NULL;
	globals->mod_user_implemented = false;
	globals->mod_user_is_open = false;
	globals->in_save_handler = false;
	globals->set_handler = false;
	globals->define_sid = true;
	globals->send_cookie = false;
	globals->session_vars = NULL;
	globals->rfc1867_progress = NULL;
	ZVAL_UNDEF(&globals->http_session_vars);
	ASYNC_COMPAT_SESSION_STARTED(globals, WITHOUT);
}

static async_isolation_session_t *room(void)
{
	return pecalloc(1, sizeof(async_isolation_session_t), true);
}

void async_isolation_session_begin(void)
{
	async_isolation_session_t *unused;

	if (module == NULL) {
		return;
	}
	unused = room();
	unused->globals = *session_globals();
	make_idle(&unused->globals);
	for (size_t i = 0; i < HANDLERS; i++) {
		ZVAL_UNDEF(&handlers_of(&unused->globals)[i]);
	}
#if ASYNC_COMPAT_SESSION_HAS_CLASS_NAME
	unused->globals.mod_user_class_name = NULL;
#endif
	ASYNC_ENGINE_G(unused_session) = unused;
}

/* Nothing of the session was used, and no setting of it was changed by any isolation. */
static bool is_unused(void)
{
	php_ps_globals *globals = session_globals();
	const async_isolation_changed_t *changed = ASYNC_ENGINE_G(isolation_changed);
	const bool is_idle = globals->id == NULL && globals->mod_data == NULL && globals->session_vars == NULL
		&& Z_ISUNDEF(globals->http_session_vars) && Z_ISUNDEF(handlers_of(globals)[0])
		&& !is_rewriting()
		&& globals->mod == ASYNC_ENGINE_G(unused_session)->globals.mod
		&& globals->session_status == ASYNC_ENGINE_G(unused_session)->globals.session_status;

	return EXPECTED(is_idle) && (changed == NULL || !changed->is_session_changed);
}

void async_isolation_session_look_slow(async_isolation_session_t **session)
{
	ZEND_ASSERT(*session == NULL && "there is no room yet");
	if (module && UNEXPECTED(!is_unused())) {
		*session = room();
	}
}

async_isolation_session_t *async_isolation_session_copy(const async_isolation_session_t *current)
{
	async_isolation_session_t *copy;
	php_ps_globals *globals;

	if (EXPECTED(current == NULL)) {
		return NULL;
	}
	copy = room();
	globals = &copy->globals;
	*globals = *session_globals();
	make_idle(globals);
	for (size_t i = 0; i < HANDLERS; i++) {
		Z_TRY_ADDREF(handlers_of(globals)[i]);
	}
#if ASYNC_COMPAT_SESSION_HAS_CLASS_NAME
	if (globals->mod_user_class_name) {
		zend_string_addref(globals->mod_user_class_name);
	}
#endif
	return copy;
}

/* ---- the exchange ---- */

static void put(const async_isolation_session_t *session)
{
	php_ps_globals *globals = session_globals();
	const php_ps_globals before = *globals;

	*globals = session->globals;
	ASYNC_COMPAT_SESSION_KEEP_RANDOM(globals, &before);
	(void) before;
	put_rewriter(session);
	put_sid(session->sid);
}

void async_isolation_session_exchange_slow(async_isolation_session_t *from, const async_isolation_session_t *to)
{
	ZEND_ASSERT(module && ASYNC_ENGINE_G(unused_session) && "a session was used");
	if (from) {
		from->globals = *session_globals();
		take_rewriter(from);
		from->sid = take_sid();
	}
	put(to ? to : ASYNC_ENGINE_G(unused_session));
}

/* ---- the end ---- */

async_isolation_t *async_isolation_of_session(void)
{
	async_isolation_t *current = ASYNC_ENGINE_G(isolation);

	return module && current != ASYNC_ENGINE_G(base_isolation) ? current : NULL;
}

bool async_isolation_session_is_in_fiber_slow(void)
{
	const zend_execute_data *frame = EG(current_execute_data);

	if (module == NULL || ASYNC_ENGINE_G(base_isolation) == NULL || EG(active_fiber) == NULL) {
		return false;
	}
	for (; frame && frame != EG(active_fiber)->stack_bottom; frame = frame->prev_execute_data) {
		if (frame->func && !ZEND_USER_CODE(frame->func->type)
			&& frame->func->internal_function.module == module) {
			return true;
		}
	}
	return false;
}

void async_isolation_session_connect_apart(void)
{
	zend_ini_entry *entry = zend_hash_str_find_ptr(EG(ini_directives), ZEND_STRL("memcached.sess_persistent"));

	if (UNEXPECTED(entry != NULL) && entry->value && UNEXPECTED(zend_ini_parse_bool(entry->value))) {
		zend_alter_ini_entry_chars(entry->name, "0", 1, ZEND_INI_USER, ZEND_INI_STAGE_RUNTIME);
	}
}

/* What a SessionHandler has opened for a handler in PHP code that was not called to close it. */
static void close_inner(php_ps_globals *globals)
{
	if (UNEXPECTED(globals->mod_data != NULL) && globals->mod_user_is_open && globals->default_mod) {
		globals->default_mod->s_close(&globals->mod_data);
		globals->mod_user_is_open = false;
	}
}

void async_isolation_session_abort(void)
{
	php_ps_globals *globals = module ? session_globals() : NULL;

	if (globals == NULL || globals->session_status != php_session_active) {
		return;
	}
	if (globals->mod_data || globals->mod_user_implemented) {
		globals->mod->s_close(&globals->mod_data);
	}
	close_inner(globals);
	globals->session_status = php_session_none;
}

/* The object that a save handler calls; NULL: none, or others hold the array that names it. */
static zend_object *handler_object(const zval *handler)
{
	if (Z_TYPE_P(handler) == IS_ARRAY && Z_REFCOUNTED_P(handler) && Z_REFCOUNT_P(handler) == 1) {
		handler = zend_hash_index_find(Z_ARRVAL_P(handler), 0);
	}
	return handler && Z_TYPE_P(handler) == IS_OBJECT ? Z_OBJ_P(handler) : NULL;
}

/* Handlers are methods of one object most often: each is a holder of it. */
static bool destruct_handlers(const zval *handlers)
{
	bool is_called = false;

	for (size_t i = 0; i < HANDLERS; i++) {
		zend_object *object = handler_object(&handlers[i]);
		uint32_t holders = 0;

		for (size_t other = 0; object && other < HANDLERS; other++) {
			holders += handler_object(&handlers[other]) == object;
		}
		is_called |= object && async_isolation_destruct_object(object, holders);
	}
	return is_called;
}

bool async_isolation_session_destruct(void)
{
	php_ps_globals *globals = module ? session_globals() : NULL;
	bool is_called;

	if (globals == NULL) {
		return false;
	}
	is_called = destruct_handlers(handlers_of(globals));
	/* $_SESSION and the module hold the reference. */
	if (Z_ISREF(globals->http_session_vars) && Z_REFCOUNT(globals->http_session_vars) == 2) {
		is_called |= async_isolation_destruct_value(Z_REFVAL(globals->http_session_vars));
	}
	return is_called;
}

const zval *async_isolation_session_handlers(size_t *count)
{
	*count = module ? HANDLERS : 0;
	return module ? handlers_of(session_globals()) : NULL;
}

const zval *async_isolation_session_variables(void)
{
	return module ? &session_globals()->http_session_vars : NULL;
}

static void release_string(zend_string *string)
{
	if (string) {
		zend_string_release(string);
	}
}

void async_isolation_session_end(bool is_left_in_call)
{
	const bool was_unclean = CG(unclean_shutdown);
	async_isolation_session_t left = { 0 };
	async_put_aside_t kept;

	if (module == NULL || EXPECTED(is_unused())) {
		return;
	}
	kept = async_put_aside();
	if (UNEXPECTED(is_left_in_call)) {
		/* A handler in PHP code is not called: it may be the one that was left. */
		session_globals()->mod_user_implemented = false;
		async_isolation_session_abort();
	}
	(void) sid_constant(); /* found as long as there is an id */
	module->request_shutdown_func(module->type, module->module_number);
	close_inner(session_globals());
	async_isolation_session_is_closed();
	take_rewriter(&left);
	release_rewriter(&left);
	release_string(take_sid());
	async_put_back(kept);
	if (UNEXPECTED(CG(unclean_shutdown) && !was_unclean)) {
		/* The module goes on after a fatal error in a save handler: at the end of a request. */
		zend_bailout();
	}
}

/* The lock of a file stays with the child's descriptor. Other modules have a connection, which the parent goes on
 * using. */
static void close_in_child(const ps_module *mod, void **data)
{
	if (mod && strcmp(mod->s_name, "files") == 0) {
		mod->s_close(data);
	}
	*data = NULL;
}

void async_isolation_session_leave_to_parent(async_isolation_session_t *session)
{
	php_ps_globals *globals = session ? &session->globals : NULL;

	if (globals == NULL || globals->session_status != php_session_active) {
		return;
	}
	if (globals->mod_data) {
		close_in_child(globals->mod_user_is_open ? globals->default_mod : globals->mod, &globals->mod_data);
	}
	globals->mod_user_is_open = false;
	globals->mod_user_implemented = false;
	globals->in_save_handler = false;
	globals->session_status = php_session_none;
}

#define RELEASE(place) release_string(*(place))

void async_isolation_session_forget(async_isolation_session_t *session)
{
	php_ps_globals *globals;

	if (EXPECTED(session == NULL)) {
		return;
	}
	globals = &session->globals;
	close_inner(globals);
	if (UNEXPECTED(globals->mod_data != NULL) && !globals->mod_user_implemented && globals->mod) {
		globals->mod->s_close(&globals->mod_data);
	}
	RELEASE(&globals->id);
	RELEASE(&globals->session_vars);
#if ASYNC_COMPAT_SESSION_HAS_CLASS_NAME
	RELEASE(&globals->mod_user_class_name);
#endif
	ASYNC_COMPAT_SESSION_STARTED(globals, RELEASE);
	release_rewriter(session);
	RELEASE(&session->sid);
	zval_ptr_dtor(&globals->http_session_vars);
	for (size_t i = 0; i < HANDLERS; i++) {
		zval_ptr_dtor(&handlers_of(globals)[i]);
	}
	pefree(session, true);
}

void async_isolation_session_request_end(async_isolation_session_t *base)
{
	if (base) {
		pefree(base, true);
	}
	if (ASYNC_ENGINE_G(unused_session)) {
		pefree(ASYNC_ENGINE_G(unused_session), true);
		ASYNC_ENGINE_G(unused_session) = NULL;
		ASYNC_ENGINE_G(sid_constant) = NULL;
	}
}

#endif
