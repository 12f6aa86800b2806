/*
 * Differences between PHP versions, builds and sanitizers. No other file of the project tests a version number.
 */
#ifndef ASYNC_COMPAT_H
#define ASYNC_COMPAT_H

#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php.h"
#include "SAPI.h"
#include "ext/json/php_json.h"
#include "zend_ast.h"
#include "zend_closures.h"
#include "zend_constants.h"
#include "zend_exceptions.h"
#include "zend_fibers.h"
#if PHP_VERSION_ID >= 80400
# include "zend_lazy_objects.h"
#endif
#include "zend_observer.h"
#if PHP_VERSION_ID >= 80300
# include "zend_max_execution_timer.h"
#endif
#include "ext/random/php_random.h"

#if PHP_VERSION_ID < 80200
# error "async needs PHP 8.2 or newer"
#endif

#if defined(__has_include)
# if __has_include(<valgrind/valgrind.h>)
#  include <valgrind/memcheck.h>
#  include <valgrind/valgrind.h>
#  define ASYNC_HAVE_VALGRIND 1
# endif
#endif

#ifdef __SANITIZE_ADDRESS__
# include <sanitizer/asan_interface.h>
# include <sanitizer/common_interface_defs.h>
#endif

/* Runs in a process that uses no coroutine, too: when the process or a request starts or ends, or code is compiled.
 * These functions lie one next to the other, so that such a process has few pages of the module in memory. */
#ifdef __ELF__
# define ASYNC_ALWAYS_RUNS __attribute__((section(".text.startup")))
#else
# define ASYNC_ALWAYS_RUNS
#endif

/* The same for a function that registers classes, with the generated functions that it calls. */
#define ASYNC_REGISTERS ASYNC_ALWAYS_RUNS __attribute__((flatten))

/* Index of the first of an observed function's handlers in its run-time cache, and what the engine writes there for
 * functions that are not observed. */
#if PHP_VERSION_ID >= 80400
# define ASYNC_COMPAT_OBSERVER_HANDLE(function) ZEND_OBSERVER_HANDLE(function)
#else
# define ASYNC_COMPAT_OBSERVER_HANDLE(function) ((void) (function), zend_observer_fcall_op_array_extension)
#endif
#define ASYNC_COMPAT_NOT_OBSERVED 2

/* The struct of the given type whose member `pointer` points to. */
#ifndef async_container_of
# define async_container_of(pointer, type, member) ((type *) (void *) ((char *) (pointer) - offsetof(type, member)))
#endif

/* In a process that was just forked: what PHP itself does after pcntl_fork(). */
static inline void async_compat_enter_child(void)
{
#if PHP_VERSION_ID >= 80300
	zend_max_execution_timer_init();
#endif
}

/* The next random numbers of mt_rand(), lcg_value() and others begin with a new seed. */
static inline void async_compat_forget_seeds(void)
{
	RANDOM_G(combined_lcg_seeded) = false;
	RANDOM_G(mt19937_seeded) = false;
}

/* Is it no exception, but what the engine leaves frames with: after exit(), or when a suspended Fiber is destroyed? It
 * is never kept as an error, shown to PHP code or replaced. */
static zend_always_inline bool async_is_exit(const zend_object *exception)
{
	return zend_is_unwind_exit(exception) || zend_is_graceful_exit(exception);
}

/* The part of the engine's private struct _zend_fiber_stack that the engine reads when it switches; only builds with
 * valgrind or a sanitizer read anything. The layout repeats the engine's, field for field. */
typedef struct {
	void *pointer;
	size_t size;
#ifdef HAVE_VALGRIND
	unsigned int valgrind_stack_id;
#endif
#ifdef __SANITIZE_ADDRESS__
	const void *asan_pointer;
	size_t asan_size;
#endif
} async_engine_stack_t;

/* zend_fiber_init_context() returns a bool on 8.2 (true: success) and a zend_result from 8.3 on (0: success). */
static inline bool async_compat_init_context(
	zend_fiber_context *context, void *kind, zend_fiber_coroutine entry, size_t stack_size)
{
#if PHP_VERSION_ID < 80300
	return zend_fiber_init_context(context, kind, entry, stack_size);
#else
	return zend_fiber_init_context(context, kind, entry, stack_size) == SUCCESS;
#endif
}

/* Tell the engine the bounds of a C stack, for its own check of the depth (from 8.3 on). */
static inline void async_compat_set_stack_limit(void *base, size_t size)
{
#ifdef ZEND_CHECK_STACK_LIMIT
	EG(stack_base) = (char *) base + size;
	EG(stack_limit) = (char *) base + MIN(size / 2, (size_t) EG(reserved_stack_size) + 16 * 1024);
#else
	(void) base;
	(void) size;
#endif
}

/* Has PHP evaluated the constant expressions in the class, its static properties included? */
static inline bool async_compat_constants_are_updated(const zend_class_entry *ce)
{
	uint32_t flags = ce->ce_flags;

	if (ZEND_MAP_PTR(ce->mutable_data)) {
		const zend_class_mutable_data *data = ZEND_MAP_PTR_GET_IMM(ce->mutable_data);
		flags |= data ? data->ce_flags : 0;
	}
	return (flags & ZEND_ACC_CONSTANTS_UPDATED) != 0;
}

/* 8.4 made exit() a function; before it is an opcode. */
#define ASYNC_COMPAT_EXIT_IS_OPCODE (PHP_VERSION_ID < 80400)

/* From 8.4 on the engine looks for interrupts before it leaves the frame of an internal call. */
#define ASYNC_COMPAT_INTERRUPT_AFTER_CALL (PHP_VERSION_ID < 80400)

/* From 8.4 on the engine can override the file name of warnings while it evaluates constant expressions. */
#define ASYNC_COMPAT_HAS_FILENAME_OVERRIDE (PHP_VERSION_ID >= 80400)

/* http_get_last_response_headers() came with 8.4. */
#define ASYNC_COMPAT_HAS_LAST_HTTP_HEADERS (PHP_VERSION_ID >= 80400)

/* From 8.5 on the engine keeps the stack trace of a fatal error. */
#define ASYNC_COMPAT_HAS_FATAL_ERROR_TRACE (PHP_VERSION_ID >= 80500)

/* Errors of a stream wrapper that a call collects for the one warning at its end. Since 8.6 a call also has a place on
 * a stack of operations. */
#define ASYNC_COMPAT_HAS_STREAM_OPERATIONS (PHP_VERSION_ID >= 80600)
#if ASYNC_COMPAT_HAS_STREAM_OPERATIONS
# define ASYNC_COMPAT_WRAPPER_ERRORS() FG(wrapper_logged_errors)
#else
# define ASYNC_COMPAT_WRAPPER_ERRORS() FG(wrapper_errors)
#endif

/* Allow one more report of the memory limit. Some builds of 8.2 do not bail out there: they print the error and end the
 * script like exit() does. The engine resets this state between the main script and the shutdown functions only, but a
 * coroutine may reach the limit after that. */
static inline void async_compat_oom_handled(void)
{
#ifdef ZEND_HAS_OOM
	if (EG(delayed_oom).state == ZEND_OOM_STATE_HANDLED) {
		EG(delayed_oom).state = ZEND_OOM_STATE_NONE;
	}
#endif
}

/* Does an unwinding like that of exit() come from the memory limit, in such a build? */
static inline bool async_compat_is_out_of_memory(void)
{
#ifdef ZEND_HAS_OOM
	return EG(delayed_oom).state >= ZEND_OOM_STATE_HANDLING;
#else
	return false;
#endif
}

/* 8.5 keeps no zend_fcall_info for a shutdown function. `entry` is zeroed. */
#if PHP_VERSION_ID < 80500
# define ASYNC_COMPAT_SHUTDOWN_ENTRY(entry, function) do { \
		(entry)->fci.size = sizeof((entry)->fci); \
		ZVAL_UNDEF(&(entry)->fci.function_name); \
		(entry)->fci_cache.function_handler = (function); \
	} while (0)
#else
# define ASYNC_COMPAT_SHUTDOWN_ENTRY(entry, function) ((entry)->fci_cache.function_handler = (function))
#endif

/* The object whose connection a PDOStatement uses, or NULL: no zval any more from 8.5 on. */
#if PHP_VERSION_ID < 80500
# define ASYNC_COMPAT_PDO_OBJECT(stmt) \
	(Z_TYPE((stmt)->database_object_handle) == IS_OBJECT ? Z_OBJ((stmt)->database_object_handle) : NULL)
#else
# define ASYNC_COMPAT_PDO_OBJECT(stmt) ((stmt)->database_object_handle)
#endif

/* The record of pdo_mysql's statements is private to it. Later versions were not looked at: rows of a prepared
 * statement wait there for the turn, even those that are in memory. */
#define ASYNC_COMPAT_PDO_MYSQL_KNOWS_PREPARED (PHP_VERSION_ID < 80500)

/* Headers of other extensions are installed when PHP was built with those extensions. */
#if __has_include("ext/pdo/php_pdo_driver.h")
# define ASYNC_COMPAT_HAS_PDO 1
#endif
#if __has_include("ext/session/php_session.h")
# define ASYNC_COMPAT_HAS_SESSION 1
#endif
#if __has_include("ext/filter/php_filter.h")
# define ASYNC_COMPAT_HAS_FILTER 1
#endif
/* Fields of the globals of ext/session: since 8.3 the place where the session was started, since 8.4 the generator that
 * decides about the collection of old sessions. */
#if PHP_VERSION_ID < 80300
# define ASYNC_COMPAT_SESSION_STARTED(globals, action) ((void) 0)
#else
# define ASYNC_COMPAT_SESSION_STARTED(globals, action) action(&(globals)->session_started_filename)
#endif
#if PHP_VERSION_ID < 80400
# define ASYNC_COMPAT_SESSION_KEEP_RANDOM(to, from) ((void) 0)
#else
# define ASYNC_COMPAT_SESSION_KEEP_RANDOM(to, from) ((to)->random_state = (from)->random_state)
#endif
#if __has_include("ext/mysqlnd/mysqlnd.h")
# define ASYNC_COMPAT_HAS_MYSQLND 1
#endif
#if __has_include("ext/mysqlnd/mysqlnd.h") && __has_include("ext/mysqli/php_mysqli_structs.h")
# define ASYNC_COMPAT_HAS_MYSQLI 1
#endif

/* Layout of the globals of ext/soap: 8.4 moved the flag use_soap_error_handler behind the call, and dropped the byte
 * that was there. */
#if PHP_VERSION_ID < 80400
# define ASYNC_COMPAT_SOAP_FLAG_BEFORE bool use_soap_error_handler;
# define ASYNC_COMPAT_SOAP_FLAG_BEHIND char cache;
# define ASYNC_COMPAT_SOAP_FLAG(globals) ((globals)->call.use_soap_error_handler)
#else
# define ASYNC_COMPAT_SOAP_FLAG_BEFORE
# define ASYNC_COMPAT_SOAP_FLAG_BEHIND bool use_soap_error_handler;
# define ASYNC_COMPAT_SOAP_FLAG(globals) ((globals)->use_soap_error_handler)
#endif

/* The guard words of an object. Bits below ASYNC_COMPAT_GUARD_COUNT are the engine's: 4 to 8 of them, by version.
 * Before 8.3 a slot without a name is not initialised. */
#if PHP_VERSION_ID < 80300
# define ASYNC_COMPAT_GUARD(slot) Z_PROPERTY_GUARD_P(slot)
#else
# define ASYNC_COMPAT_GUARD(slot) Z_GUARD_P(slot)
#endif
#define ASYNC_COMPAT_GUARD_IS_SET(slot) (PHP_VERSION_ID >= 80300 || Z_TYPE_P(slot) != IS_UNDEF)
#define ASYNC_COMPAT_GUARD_COUNT (1u << 8)

/* Lazy objects came with 8.4. While its initializer runs, an object is not marked as lazy any more, but is still in the
 * list of lazy objects. */
#if PHP_VERSION_ID >= 80400
# define ASYNC_COMPAT_LAZY_OBJECTS_EXIST() (zend_hash_num_elements(&EG(lazy_objects_store).infos) > 0)
static inline bool async_compat_is_being_initialized(zend_object *object)
{
	return !zend_object_is_lazy(object) && zend_hash_index_exists(&EG(lazy_objects_store).infos, object->handle);
}
#else
# define ASYNC_COMPAT_LAZY_OBJECTS_EXIST() 0
static inline bool async_compat_is_being_initialized(zend_object *object)
{
	(void) object;
	return false;
}
#endif

/* Flags of a class constant: it is being evaluated; a deprecation of it is being reported (from 8.4 on). */
#define ASYNC_COMPAT_CONSTANT_VISITED 0x80u
#ifdef CONST_RECURSIVE
# define ASYNC_COMPAT_CONSTANT_RECURSIVE ((uint32_t) CONST_RECURSIVE)
#else
# define ASYNC_COMPAT_CONSTANT_RECURSIVE 0u
#endif

/* Does a concatenation hold its first operand while it converts the second one? */
#define ASYNC_COMPAT_CONCAT_HOLDS (PHP_VERSION_ID >= 80400)

/* How many arguments does this instruction give to a function that it calls without a frame, and without a reference on
 * them? 0: it is another instruction, or there is none. */
#ifdef ZEND_FRAMELESS_ICALL_0
# define ASYNC_COMPAT_FRAMELESS_ARGUMENTS(opcode) (ZEND_OP_IS_FRAMELESS_ICALL(opcode) ? ZEND_FLF_NUM_ARGS(opcode) : 0)
#else
# define ASYNC_COMPAT_FRAMELESS_ARGUMENTS(opcode) ((void) (opcode), 0)
#endif

/* An element of the list of PHP's tick functions, field for field (ext/standard/basic_functions.c). Until 8.4 a call
 * keeps there where its result goes. */
typedef struct async_tick_function {
#if PHP_VERSION_ID < 80500
	zend_fcall_info call;
	zend_fcall_info_cache cache;
#else
	zend_fcall_info_cache cache;
	zval *arguments;
	uint32_t argument_count;
#endif
	bool is_running;
} async_tick_function_t;

#if PHP_VERSION_ID < 80500
# define ASYNC_COMPAT_TICK_RESULT(function) ((function)->call.retval)
# define ASYNC_COMPAT_SET_TICK_RESULT(function, result) ((function)->call.retval = (result))
#else
# define ASYNC_COMPAT_TICK_RESULT(function) NULL
# define ASYNC_COMPAT_SET_TICK_RESULT(function, result) ((void) (result))
#endif

/* From now on the compiler makes calls of this function with a frame: calls without one do not come to its handler. */
#ifdef ZEND_FRAMELESS_ICALL_0
# define ASYNC_COMPAT_USE_FRAMES(function) ((function)->frameless_function_infos = NULL)
#else
# define ASYNC_COMPAT_USE_FRAMES(function) ((void) (function))
#endif

/* Tables of types at the beginning of the globals of ext/soap; from 8.5 on all requests share them, elsewhere. */
#if PHP_VERSION_ID < 80500
# define ASYNC_COMPAT_SOAP_TABLES HashTable tables[3];
#else
# define ASYNC_COMPAT_SOAP_TABLES
#endif

/* Fields between the table of handlers and the queue in the globals of ext/pcntl; those of 8.7 are not known yet. */
#if PHP_VERSION_ID < 80500
# define ASYNC_COMPAT_PCNTL_BEFORE_QUEUE int is_processing;
#else
# define ASYNC_COMPAT_PCNTL_BEFORE_QUEUE bool flags[4]; uint16_t count; int last_error;
#endif
#define ASYNC_COMPAT_KNOWS_PCNTL (PHP_VERSION_ID < 80700)

/* Is the node a zend_ast_decl: a function or a class, or from 8.4 on a property hook? */
static inline bool async_compat_ast_is_declaration(const zend_ast *ast)
{
#if PHP_VERSION_ID < 80400
	return ast->kind >= ZEND_AST_FUNC_DECL && ast->kind <= ZEND_AST_ARROW_FUNC;
#else
	return ast->kind >= ZEND_AST_FUNC_DECL && ast->kind <= ZEND_AST_PROPERTY_HOOK;
#endif
}

/* Warnings that the engine has recorded for opcache: how many; forget those after the first `kept`. */
#if PHP_VERSION_ID < 80600
# define ASYNC_COMPAT_RECORDED_ERRORS() EG(num_errors)
# define ASYNC_COMPAT_RECORDED_ERROR(index) EG(errors)[index]
#else
# define ASYNC_COMPAT_RECORDED_ERRORS() EG(errors).size
# define ASYNC_COMPAT_RECORDED_ERROR(index) EG(errors).errors[index]
#endif
static inline void async_compat_forget_recorded_errors(uint32_t kept)
{
	while (ASYNC_COMPAT_RECORDED_ERRORS() > kept) {
		const uint32_t last = --ASYNC_COMPAT_RECORDED_ERRORS();
		zend_error_info *error = ASYNC_COMPAT_RECORDED_ERROR(last);

		zend_string_release(error->filename);
		zend_string_release(error->message);
		efree(error);
	}
}

/* Classes that are being loaded: before 8.6 a table that the engine makes when it needs one, since then a part of its
 * globals. take() moves the table to *kept and leaves none, or an empty one; put_back() frees what has come instead.
 * suspend: no; run PHP: no */
#if PHP_VERSION_ID < 80600
typedef HashTable *async_compat_loading_t;
# define ASYNC_COMPAT_LOADING() EG(in_autoload)

static inline void async_compat_loading_take(async_compat_loading_t *kept)
{
	*kept = EG(in_autoload);
	EG(in_autoload) = NULL;
}

static inline void async_compat_loading_free(async_compat_loading_t *table)
{
	if (*table) {
		zend_hash_destroy(*table);
		FREE_HASHTABLE(*table);
	}
}

static inline void async_compat_loading_put_back(const async_compat_loading_t *kept)
{
	async_compat_loading_free(&EG(in_autoload));
	EG(in_autoload) = *kept;
}

/* The engine is about to remove an entry: there must be a table. */
static inline void async_compat_loading_need(void)
{
	if (EG(in_autoload) == NULL) {
		ALLOC_HASHTABLE(EG(in_autoload));
		zend_hash_init(EG(in_autoload), 8, NULL, NULL, 0);
	}
}
#else
typedef HashTable async_compat_loading_t;
# define ASYNC_COMPAT_LOADING() (&EG(autoload_current_classnames))

static inline void async_compat_loading_take(async_compat_loading_t *kept)
{
	*kept = EG(autoload_current_classnames);
	zend_hash_init(&EG(autoload_current_classnames), 8, NULL, NULL, 0);
}

static inline void async_compat_loading_free(async_compat_loading_t *table)
{
	zend_hash_destroy(table);
}

static inline void async_compat_loading_put_back(const async_compat_loading_t *kept)
{
	async_compat_loading_free(&EG(autoload_current_classnames));
	EG(autoload_current_classnames) = *kept;
}

static inline void async_compat_loading_need(void)
{
}
#endif

/* The callback of a stream context's notifier is a value before 8.5, since then memory of its own that says what is
 * called. `notifier` is a copy whose callback still belongs to the original: it gets a reference of its own. */
static inline void async_compat_notifier_own_callback(php_stream_notifier *notifier)
{
#if PHP_VERSION_ID < 80500
	Z_TRY_ADDREF(notifier->ptr);
#else
	if (notifier->ptr) {
		zend_fcall_info_cache *callback = emalloc(sizeof(*callback));

		*callback = *(const zend_fcall_info_cache *) notifier->ptr;
		zend_fcc_addref(callback);
		notifier->ptr = callback;
	}
#endif
}

/* Has the call that reads from the stream taken bytes from its buffer already? From 8.3 on it does not wait then. */
#if PHP_VERSION_ID < 80300
# define ASYNC_COMPAT_HAS_BUFFERED_DATA(stream) ((void) (stream), false)
#else
# define ASYNC_COMPAT_HAS_BUFFERED_DATA(stream) ((stream)->has_buffered_data)
#endif

/* From 8.6 on a copy from stream to stream is made in the kernel when both can be cast so. */
#if PHP_VERSION_ID < 80600
# define ASYNC_COMPAT_CAST_FOR_COPY (-1)
#else
# define ASYNC_COMPAT_CAST_FOR_COPY PHP_STREAM_AS_FD_FOR_COPY
#endif

/* What get_current_user() has found out: text of its own before 8.6, since then a string. */
static inline void async_compat_current_user_none(sapi_request_info *info)
{
	info->current_user = NULL;
#if PHP_VERSION_ID < 80600
	info->current_user_length = 0;
#endif
}

static inline void async_compat_current_user_free(sapi_request_info *info)
{
	if (info->current_user) {
#if PHP_VERSION_ID < 80600
		efree(info->current_user);
#else
		zend_string_release(info->current_user);
#endif
	}
}

/* From 8.3 on an open_basedir that was narrowed at run time is a string besides the setting's value. Take leaves the
 * pointer to PHP, and a value has to be set at once; put gives PHP what was taken. */
#if PHP_VERSION_ID >= 80300
static inline bool async_compat_open_basedir_is_own(void)
{
	return PG(open_basedir_modified);
}

static inline void async_compat_open_basedir_put(char *folders)
{
	PG(open_basedir) = folders;
	PG(open_basedir_modified) = true;
}

static inline char *async_compat_open_basedir_take(void)
{
	char *folders = PG(open_basedir_modified) ? PG(open_basedir) : NULL;

	PG(open_basedir_modified) = false;
	return folders;
}
#else
# define async_compat_open_basedir_is_own() false
# define async_compat_open_basedir_put(folders) ((void) (folders))
# define async_compat_open_basedir_take() NULL
#endif

/* From 8.6 on no SplObjectStorage can be changed while getHash() of any of them runs: one count is kept for all. */
#define ASYNC_COMPAT_HASHES_ALONE (PHP_VERSION_ID >= 80600)

/* Before 8.6 ext/session keeps the name of the class of a session handler that is an object. */
#define ASYNC_COMPAT_SESSION_HAS_CLASS_NAME (PHP_VERSION_ID < 80600)

/* Before 8.6 the engine can put the exception in flight aside while it runs other code. */
#define ASYNC_COMPAT_HAS_PREV_EXCEPTION (PHP_VERSION_ID < 80600)

/* Drop the exception in flight, but not one that the engine has put aside.
 * runs PHP: destructors */
static inline void async_compat_clear_exception(void)
{
#if ASYNC_COMPAT_HAS_PREV_EXCEPTION
	zend_object *aside = EG(prev_exception);

	EG(prev_exception) = NULL;
	zend_clear_exception();
	EG(prev_exception) = aside;
#else
	zend_clear_exception();
#endif
}

/* zend_create_fake_closure(): from 8.6 on it takes an object, before it a value. `object` may be NULL. */
static inline void async_compat_create_fake_closure(zval *closure, zend_function *function, zend_class_entry *scope,
	zend_class_entry *called_scope, zend_object *object)
{
#if PHP_VERSION_ID < 80600
	zval value;

	if (object) {
		ZVAL_OBJ(&value, object);
	}
	zend_create_fake_closure(closure, function, scope, called_scope, object ? &value : NULL);
#else
	zend_create_fake_closure(closure, function, scope, called_scope, object);
#endif
}

/* The parameters of an internal function that takes any arguments. */
#if PHP_VERSION_ID < 80600
static inline zend_internal_arg_info *async_compat_any_arguments(void)
{
	static zend_internal_arg_info any = { "", ZEND_TYPE_INIT_NONE(0), NULL };

	return &any;
}
#else
static inline zend_arg_info *async_compat_any_arguments(void)
{
	static zend_arg_info any;

	any.name = ZSTR_EMPTY_ALLOC();
	return &any;
}
#endif

/* What json_last_error() tells, and since 8.6 where in the text that was. */
#if PHP_VERSION_ID < 80600
typedef php_json_error_code async_compat_json_error_t;
# define ASYNC_COMPAT_JSON_ERROR() JSON_G(error_code)
# define ASYNC_COMPAT_JSON_ERROR_CODE() JSON_G(error_code)
#else
typedef php_json_error_details async_compat_json_error_t;
# define ASYNC_COMPAT_JSON_ERROR() JSON_G(error_details)
# define ASYNC_COMPAT_JSON_ERROR_CODE() JSON_G(error_details).code
#endif

/* The callback of header_register_callback(): before 8.6 kept twice, as a value that is counted and as what is called.
 * exchange() moves the current one to *from and that of *to into its place. */
#if PHP_VERSION_ID < 80600
typedef struct {
	zval function;               /* UNDEF: none */
	zend_fcall_info_cache cache;
} async_compat_header_callback_t;

static inline void async_compat_header_callback_none(async_compat_header_callback_t *callback)
{
	ZVAL_UNDEF(&callback->function);
}

static inline bool async_compat_header_callback_is_set(const async_compat_header_callback_t *callback)
{
	return Z_TYPE(callback->function) != IS_UNDEF;
}

static inline void async_compat_header_callback_free(async_compat_header_callback_t *callback)
{
	zval_ptr_dtor(&callback->function);
}

static inline void async_compat_header_callback_call(async_compat_header_callback_t *callback)
{
	zval result;

	call_user_function(NULL, NULL, &callback->function, &result, 0, NULL);
	zval_ptr_dtor(&result);
}

static zend_always_inline void async_compat_header_callback_exchange(
	async_compat_header_callback_t *from, const async_compat_header_callback_t *to)
{
	from->function = SG(callback_func);
	if (UNEXPECTED(Z_TYPE(from->function) != Z_TYPE(to->function) || Z_TYPE(to->function) != IS_UNDEF)) {
		from->cache = SG(fci_cache);
		SG(callback_func) = to->function;
		SG(fci_cache) = to->cache;
	}
}
#else
typedef zend_fcall_info_cache async_compat_header_callback_t;

static inline void async_compat_header_callback_none(async_compat_header_callback_t *callback)
{
	*callback = empty_fcall_info_cache;
}

static inline bool async_compat_header_callback_is_set(const async_compat_header_callback_t *callback)
{
	return ZEND_FCC_INITIALIZED(*callback);
}

static inline void async_compat_header_callback_free(async_compat_header_callback_t *callback)
{
	if (ZEND_FCC_INITIALIZED(*callback)) {
		zend_fcc_dtor(callback);
	}
}

static inline void async_compat_header_callback_call(async_compat_header_callback_t *callback)
{
	zend_call_known_fcc(callback, NULL, 0, NULL, NULL);
}

static zend_always_inline void async_compat_header_callback_exchange(
	async_compat_header_callback_t *from, const async_compat_header_callback_t *to)
{
	*from = SG(send_header_fcc);
	SG(send_header_fcc) = *to;
}
#endif

#ifndef ZEND_UNREACHABLE
# define ZEND_UNREACHABLE() __builtin_unreachable()
#endif

#endif
