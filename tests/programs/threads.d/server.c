/*
 * A server with threads that embeds PHP: many requests at once in one process, each thread with a request of its own.
 *
 *     server THREADS SECONDS REQUESTS LIST [-d NAME=VALUE …]
 *
 * LIST names a script in each line. One thread runs each script twice; what it prints then is what it has to print ever
 * after (a script that prints something else the second time is not used). Then come rounds: in each, THREADS threads
 * are started, run REQUESTS random requests, and end. Between two rounds no thread is there: descriptors and memory are
 * counted.
 *
 * Lines of its output: `used N`, `varies SCRIPT`, `differs SCRIPT FILE`, `round N requests N descriptors N memory KIB`.
 */
#ifdef __SANITIZE_THREAD__
# define _GNU_SOURCE
# include <dlfcn.h>
#endif

#include "php.h"
#include "php_main.h"
#include "php_variables.h"
#include "SAPI.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

#ifndef ZTS
# error "a PHP with threads is needed"
#endif

ZEND_TSRMLS_CACHE_DEFINE()

#define THREADS_MAX 64

/* What a request has printed. */
typedef struct {
	char *text;
	size_t length, size;
} output_t;

typedef struct {
	char *path;
	output_t expected;
} script_t;

typedef struct {
	pthread_t thread;
	unsigned seed;
	unsigned requests;
} worker_t;

static script_t *scripts;
static size_t script_count;
static unsigned differing;
static pthread_mutex_t report_lock = PTHREAD_MUTEX_INITIALIZER;

#ifdef __SANITIZE_THREAD__
/* ThreadSanitizer refuses a flag that PHP loads its extensions with. */
void *dlopen(const char *file, int mode)
{
	void *(*original)(const char *, int) = (void *(*)(const char *, int)) dlsym(RTLD_NEXT, "dlopen");

	return original(file, mode & ~RTLD_DEEPBIND);
}
#endif

/* ---- the SAPI ---- */

static size_t write_output(const char *text, size_t length)
{
	output_t *output = SG(server_context);

	if (!output) {
		return length;
	}
	if (output->length + length > output->size) {
		output->size = 2 * (output->length + length);
		output->text = realloc(output->text, output->size);
		if (!output->text) {
			abort();
		}
	}
	memcpy(output->text + output->length, text, length);
	output->length += length;
	return length;
}

static void log_message(const char *message, int type)
{
	(void) type;
	fprintf(stderr, "%s\n", message);
}

static void register_variables(zval *array)
{
	php_import_environment_variables(array);
}

static int send_headers(sapi_headers_struct *headers)
{
	(void) headers;
	return SAPI_HEADER_SENT_SUCCESSFULLY;
}

static int start_modules(sapi_module_struct *module)
{
	return php_module_startup(module, NULL);
}

static char *read_no_cookies(void)
{
	return NULL;
}

static sapi_module_struct sapi = {
	.name = "threads", .pretty_name = "A server with threads", .startup = start_modules,
	.shutdown = php_module_shutdown_wrapper, .ub_write = write_output, .sapi_error = php_error,
	.send_headers = send_headers, .register_server_variables = register_variables, .log_message = log_message,
	.read_cookies = read_no_cookies,
};

/* ---- requests ---- */

/* The caller frees the text. */
static output_t run_request(const char *path)
{
	output_t output = {NULL, 0, 0};
	zend_file_handle file;

	SG(server_context) = &output;
	SG(request_info).request_method = "GET";
	SG(request_info).query_string = "";
	SG(request_info).path_translated = (char *) path;
	SG(request_info).request_uri = (char *) path;
	SG(request_info).argc = 0;
	if (php_request_startup() == SUCCESS) {
		zend_stream_init_filename(&file, path);
		file.primary_script = true;
		php_execute_script(&file);
		php_request_shutdown(NULL);
		zend_destroy_file_handle(&file);
	}
	SG(server_context) = NULL;
	return output;
}

static bool is_equal(const output_t *a, const output_t *b)
{
	return a->length == b->length && (a->length == 0 || memcmp(a->text, b->text, a->length) == 0);
}

static void report_difference(const script_t *script, const output_t *output)
{
	char name[64];
	FILE *file;

	pthread_mutex_lock(&report_lock);
	snprintf(name, sizeof(name), "differs.%u", ++differing);
	file = fopen(name, "w");
	if (file) {
		fwrite(output->text, 1, output->length, file);
		fclose(file);
	}
	snprintf(name, sizeof(name), "expected.%u", differing);
	file = fopen(name, "w");
	if (file) {
		fwrite(script->expected.text, 1, script->expected.length, file);
		fclose(file);
	}
	printf("differs %s %u\n", script->path, differing);
	pthread_mutex_unlock(&report_lock);
}

static void thread_begin(void)
{
	ts_resource(0);
	ZEND_TSRMLS_CACHE_UPDATE();
}

static void *learn(void *unused)
{
	size_t kept = 0;

	thread_begin();
	for (size_t i = 0; i < script_count; i++) {
		output_t first = run_request(scripts[i].path);
		output_t second = run_request(scripts[i].path);

		if (is_equal(&first, &second)) {
			scripts[kept].path = scripts[i].path;
			scripts[kept++].expected = first;
		} else {
			printf("varies %s\n", scripts[i].path);
			free(first.text);
		}
		free(second.text);
		fflush(stdout);
	}
	script_count = kept;
	printf("used %zu\n", script_count);
	ts_free_thread();
	return unused;
}

static void *work(void *argument)
{
	worker_t *worker = argument;

	thread_begin();
	for (unsigned done = 0; done < worker->requests; done++) {
		const script_t *script = &scripts[(size_t) rand_r(&worker->seed) % script_count];
		output_t output = run_request(script->path);

		if (!is_equal(&script->expected, &output)) {
			report_difference(script, &output);
		}
		free(output.text);
	}
	ts_free_thread();
	return NULL;
}

/* ---- rounds ---- */

static unsigned count_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	unsigned count = 0;

	while (folder && readdir(folder)) {
		count++;
	}
	if (folder) {
		closedir(folder);
	}
	return count;
}

/* KiB of memory that is not shared with files. */
static unsigned long count_memory(void)
{
	FILE *file = fopen("/proc/self/status", "r");
	unsigned long value = 0;
	char line[128];

	while (file && fgets(line, sizeof(line), file)) {
		if (sscanf(line, "RssAnon: %lu", &value) == 1) {
			break;
		}
	}
	if (file) {
		fclose(file);
	}
	return value;
}

static void run_rounds(unsigned threads, unsigned seconds, unsigned requests)
{
	worker_t workers[THREADS_MAX];
	time_t end = time(NULL) + (time_t) seconds;
	unsigned long total = 0;

	for (unsigned round = 1; time(NULL) < end; round++) {
		for (unsigned i = 0; i < threads; i++) {
			workers[i] = (worker_t) {.seed = round * THREADS_MAX + i, .requests = requests};
			if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
				abort();
			}
		}
		for (unsigned i = 0; i < threads; i++) {
			pthread_join(workers[i].thread, NULL);
		}
		total += (unsigned long) threads * requests;
		printf("round %u requests %lu descriptors %u memory %lu\n", round, total, count_descriptors(), count_memory());
		fflush(stdout);
	}
}

/* ---- the process ---- */

static void read_list(const char *name)
{
	FILE *file = fopen(name, "r");
	char line[4096];

	while (file && fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		scripts = realloc(scripts, (script_count + 1) * sizeof(*scripts));
		scripts[script_count++] = (script_t) {.path = strdup(line)};
	}
	if (!file || script_count == 0) {
		fprintf(stderr, "no scripts in %s\n", name);
		exit(2);
	}
	fclose(file);
}

/* The settings of the command line as lines of a php.ini. */
static char *settings_of(int argc, char **argv)
{
	static char text[8192] = "html_errors=0\nimplicit_flush=1\noutput_buffering=0\ndisplay_errors=1\nlog_errors=0\n"
		"error_reporting=32767\nmax_execution_time=0\nmemory_limit=256M\nprecision=14\nserialize_precision=-1\n";

	for (int i = 0; i + 1 < argc; i += 2) {
		size_t length = strlen(text);

		snprintf(text + length, sizeof(text) - length, "%s\n", argv[i + 1]);
	}
	return text;
}

int main(int argc, char **argv)
{
	pthread_t learner;
	unsigned threads;

	if (argc < 5) {
		fprintf(stderr, "usage: server THREADS SECONDS REQUESTS LIST [-d NAME=VALUE …]\n");
		return 2;
	}
	threads = (unsigned) atoi(argv[1]);
	threads = threads > THREADS_MAX ? THREADS_MAX : threads;
	read_list(argv[4]);
	signal(SIGPIPE, SIG_IGN);
	php_tsrm_startup();
	ZEND_TSRMLS_CACHE_UPDATE();
	zend_signal_startup();
	sapi_startup(&sapi);
	sapi.ini_entries = settings_of(argc - 5, argv + 5);
	sapi.php_ini_ignore = 1;
	if (sapi.startup(&sapi) == FAILURE) {
		return 2;
	}
	if (pthread_create(&learner, NULL, learn, NULL) != 0) {
		return 2;
	}
	pthread_join(learner, NULL);
	run_rounds(threads, (unsigned) atoi(argv[2]), (unsigned) atoi(argv[3]));
	sapi.ini_entries = NULL;
	php_module_shutdown();
	sapi_shutdown();
	tsrm_shutdown();
	for (size_t i = 0; i < script_count; i++) {
		free(scripts[i].expected.text);
	}
	printf("ended\n");
	return differing > 0;
}
