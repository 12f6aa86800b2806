# shellcheck shell=sh disable=SC2034
# The commands of ./dev that take long: other builds, other schedules, failing servers, programs of other people.
# Sourced by ./dev, which has run_tests() and other functions that they use; tools/lib.sh has build_extension().

# Real servers, the load of bench/http_hello, the extensions that talk to servers, and two that have tests of their own.
# ./dev servers installs all; tests and benchmarks skip what is absent.
TEST_SERVERS='mariadb-server postgresql redis-server memcached rabbitmq-server openssh-server nginx-light wrk'
TEST_CLIENTS='php@-mysql php@-pgsql php-redis php-memcached php@-soap php-amqp php-ssh2 php-apcu php@-sqlite3 php@-curl
php@-dba php@-gd'

# Programs beneath a test that are not ours to check.
VALGRIND_SKIP='*/nginx,*/curl,*/mariadbd,*/mysqld,*/postgres,*/redis-server,*/memcached,*/wrk,*/openssl,*/git'
# Valgrind cannot follow programs of another user either.
VALGRIND_SKIP="$VALGRIND_SKIP,*/mount,*/ip,*/setpriv"
# The compiler, for tests that build an extension.
VALGRIND_SKIP="$VALGRIND_SKIP,*/cc,*/php-config*"
# Programs that make the folders of servers.
VALGRIND_SKIP="$VALGRIND_SKIP,*/mariadb-install-db,*/initdb,*/rm,*/id"
# Peers of the I/O tests: PHP without the extension, with time limits that are meant for its usual speed.
VALGRIND_SKIP_ARGS='*/peer??????'
# Guardians of real servers (tests/inc/servers.inc).
VALGRIND_SKIP_ARGS="$VALGRIND_SKIP_ARGS,*/servers/guardian.php"
# PHP that tests start so (untraced() in tests/inc/child.php).
VALGRIND_SKIP_ARGS="$VALGRIND_SKIP_ARGS,untraced=1"

cmd_servers() {
	select_php
	have apt-get || die "only with apt-get; needed are: $TEST_SERVERS $TEST_CLIENTS"
	# shellcheck disable=SC2046
	want_packages $TEST_SERVERS $(echo "$TEST_CLIENTS" | sed "s/@/$PHP_SHORT/g")
}

cmd_valgrind() {
	test_packages
	need_packages valgrind libc6-dbg
	# A build of its own, with valgrind's headers, which tell valgrind about coroutine stacks. A testing build collects
	# cycles at the end of a request, as debug builds of PHP do: otherwise stock PHP itself leaks them.
	VARIANT=valgrind
	CONFIGURE_OPTIONS=--enable-async-testing
	build_extension
	ASYNC_VALGRIND=$(command -v valgrind)
	ASYNC_VALGRIND_SUPP=$ROOT/tools/valgrind.supp
	ASYNC_VALGRIND_SKIP=$VALGRIND_SKIP
	ASYNC_VALGRIND_SKIP_ARGS=$VALGRIND_SKIP_ARGS
	mkdir -p "$BUILD/bin"
	ln -sf "$ROOT/tools/memcheck" "$BUILD/bin/valgrind"
	PATH=$BUILD/bin:$PATH
	export PATH ASYNC_VALGRIND ASYNC_VALGRIND_SUPP ASYNC_VALGRIND_SKIP ASYNC_VALGRIND_SKIP_ARGS ASYNC_TEST_TOOL=valgrind
	# Stock PHP leaks memory of calls that a fatal error interrupts. Tracked memory is freed: other leaks count.
	export USE_TRACKED_ALLOC=1
	# Everything takes ten times as long and more.
	TEST_TIMEOUT=$((TEST_TIMEOUT * 5))
	# PCRE's own JIT reads past the ends of strings on purpose.
	TEST_INI='-d pcre.jit=0'
	run_tests -m -- "$@"
}

# A module of its own with the test-only scheduler modes; tools/schedules drives it.
cmd_schedules() (
	VARIANT=testing
	CONFIGURE_OPTIONS=--enable-async-testing
	build_extension
	ASYNC_WORK=$(mktemp -d "$BUILD/schedules.XXXXXX")
	trap 'rm -rf "$ASYNC_WORK"' EXIT INT TERM
	grep -E '^(tests|examples|docs|stubs)/' "$BUILD/.sources" >"$ASYNC_WORK/files"
	_place=0
	while [ $_place -lt "$JOBS" ]; do
		_place=$((_place + 1))
		mkdir "$ASYNC_WORK/place.$_place"
		copy_sources "$ASYNC_WORK/files" "$ASYNC_WORK/place.$_place"
	done
	# A copy: another build must not change the module of running programs.
	cp -p "$SO" "$ASYNC_WORK/async.so"
	ASYNC_SO=$ASYNC_WORK/async.so
	ASYNC_SHARED_EXTENSIONS=$(shared_extensions | sed 's/ -d / /g; s/^ *//')
	export ASYNC_SO ASYNC_WORK ASYNC_SHARED_EXTENSIONS
	"$PHP" -n "$ROOT/tools/schedules" "$@"
)

cmd_real_users() {
	if [ "${1:-}" = --valgrind ]; then
		shift
		# As for cmd_valgrind: valgrind knows the coroutine stacks, and cycles are collected at the end of a request.
		VARIANT=valgrind
		CONFIGURE_OPTIONS=--enable-async-testing
		ASYNC_VALGRIND=$(command -v valgrind) || die "valgrind is missing"
		ASYNC_VALGRIND_SUPP=$ROOT/tools/valgrind.supp
		ASYNC_VALGRIND_SKIP=$VALGRIND_SKIP
		ASYNC_VALGRIND_SKIP_ARGS=$VALGRIND_SKIP_ARGS
		REAL_USERS_UNDER=$ROOT/tools/memcheck
		export ASYNC_VALGRIND ASYNC_VALGRIND_SUPP ASYNC_VALGRIND_SKIP ASYNC_VALGRIND_SKIP_ARGS REAL_USERS_UNDER
	fi
	select_php
	# Debian's PHP only: others do not have what the programs need.
	if have apt-get && [ "$PHP_BIN_DIR" = /usr/bin ]; then
		want_packages composer git redis-server "php$PHP_SHORT-xml" "php$PHP_SHORT-mbstring" "php$PHP_SHORT-curl" \
			"php$PHP_SHORT-sqlite3" "php$PHP_SHORT-xdebug"
	fi
	build_extension
	ASYNC_SO=$SO
	export PHP ASYNC_SO CACHE
	exec "$PHP" "$ROOT/tests/programs/real-users" "$@"
}

# PHP's own tests, run and compared by tools/php-src-tests. Those of Debian's source package: it may be another bugfix
# release than the PHP in use, so tests that stock PHP fails do not count.
cmd_php_src_tests() (
	test_packages
	build_extension
	ASYNC_SO=$SO
	if ! _tarball=$("$ROOT/tools/php-source" "${PHP_SOURCE:-php$PHP_SHORT}"); then
		echo "skipped: the source of PHP $PHP_SHORT, which has its tests, cannot be fetched by apt-get source"
		echo "0 passed, 0 failed"
		exit 0
	fi
	VARIANT=testing
	CONFIGURE_OPTIONS=--enable-async-testing
	build_extension
	ASYNC_TESTING_SO=$SO
	find "$BUILD" -maxdepth 1 -name 'php-src.*' -mmin +600 -exec rm -rf {} +
	ASYNC_WORK=$(mktemp -d "$BUILD/php-src.XXXXXX")
	trap 'rm -rf "$ASYNC_WORK"' EXIT INT TERM
	ASYNC_PHP_SOURCE=$ASYNC_WORK/src
	mkdir "$ASYNC_PHP_SOURCE"
	tar -xJf "$_tarball" -C "$ASYNC_PHP_SOURCE" --strip-components=1
	ASYNC_SHARED_EXTENSIONS=$(shared_extensions)
	TEST_PHP_CGI_EXECUTABLE=$(beside_php php-cgi) && export TEST_PHP_CGI_EXECUTABLE
	export ASYNC_SO ASYNC_TESTING_SO ASYNC_WORK ASYNC_PHP_SOURCE ASYNC_SHARED_EXTENSIONS JOBS TEST_TIMEOUT
	"$PHP" -n "$ROOT/tools/php-src-tests" "$@"
)

# Build for PHP with sanitizers, and set what its runs need.
build_asan() {
	PHP=$("$ROOT/tools/build-php" asan)/bin/php
	VARIANT=asan
	export ASAN_OPTIONS=detect_leaks=0
	# The flags that configure set for PHP itself; ZEND_TRACK_ARENA_ALLOC changes the layout of arenas.
	CFLAGS='-g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined'
	CFLAGS="$CFLAGS -fno-sanitize=object-size -DZEND_TRACK_ARENA_ALLOC"
	export CFLAGS
	build_extension
	unset CFLAGS
	export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=0:exitcode=139:abort_on_error=0
	export UBSAN_OPTIONS=print_stacktrace=1
	# The leak checker takes a thread-local block that happens to lie 16 bytes behind a page's start, one in 256, for
	# a block of an old libc, and crashes when it reads the address from there (GCC 12). We have no pointers only there.
	export LSAN_OPTIONS="suppressions=$ROOT/tools/lsan.supp:print_suppressions=0:use_tls=0"
	# The system allocator, so that every block is checked; tracked as under valgrind.
	export USE_ZEND_ALLOC=0 USE_TRACKED_ALLOC=1 ASYNC_TEST_TOOL=asan
	# Modules stay loaded, so that reports name their functions.
	export ZEND_DONT_UNLOAD_MODULES=1
}

cmd_asan() {
	build_asan
	TEST_TIMEOUT=$((TEST_TIMEOUT * 3))
	run_tests -- "$@"
}

# Random programs (tests/programs/hunt) on the given PHP, or else on the builds that find most defects.
cmd_hunt() {
	_named=${PHP:-}
	_options=
	while [ $# -gt 0 ]; do
		case $1 in
			--php) [ $# -gt 1 ] || die "--php needs a value"; _named=$2; shift ;;
			--help) exec "${PHP:-php}" -n "$ROOT/tests/programs/hunt" --help ;;
			*) _options="$_options $1" ;;
		esac
		shift
	done
	case $_named in
		'')
			_failed=0
			hunt_on "$("$ROOT/tools/build-php" debug-nts)/bin/php" || _failed=1
			hunt_on asan || _failed=1
			return $_failed ;;
		*-asan/*) hunt_on asan ;;
		*) hunt_on "$_named" ;;
	esac
}

# hunt_on PHP|asan, with $_options of tests/programs/hunt
hunt_on() (
	if [ "$1" = asan ]; then
		build_asan
	else
		PHP=$1
		VARIANT=testing
		CONFIGURE_OPTIONS=--enable-async-testing
		build_extension
	fi
	ASYNC_WORK=$(mktemp -d "$BUILD/hunt.XXXXXX")
	trap 'rm -rf "$ASYNC_WORK"' EXIT INT TERM
	# A copy: another build must not change the module of running programs.
	cp -p "$SO" "$ASYNC_WORK/async.so"
	ASYNC_SO=$ASYNC_WORK/async.so
	ASYNC_KEPT=$BUILD/hunted
	ASYNC_SHARED_EXTENSIONS=$(shared_extensions | sed 's/ -d / /g; s/^ *//; s/ *$//')
	export ASYNC_SO ASYNC_WORK ASYNC_KEPT ASYNC_SHARED_EXTENSIONS JOBS
	say "hunting on PHP $PHP_TAG"
	# shellcheck disable=SC2086
	"$PHP" -n "$ROOT/tests/programs/hunt" $_options
)

# Client libraries on stock PHP and in coroutines (tests/programs/same), on the given PHP.
cmd_same() (
	_options=
	while [ $# -gt 0 ]; do
		case $1 in
			--php) [ $# -gt 1 ] || die "--php needs a value"; PHP=$2; shift ;;
			--help) exec "${PHP:-php}" -n "$ROOT/tests/programs/same" --help ;;
			*) _options="$_options $1" ;;
		esac
		shift
	done
	# The given PHP runs the programs; any PHP runs the servers and the comparison.
	_judge=$(command -v php) || _judge=$PHP
	case ${PHP:-} in
		asan|*-asan/*)
			build_asan
			# Stock clients leak: leaks do not count, as in `./dev asan`.
			ASAN_OPTIONS=$(printf %s "$ASAN_OPTIONS" | sed 's/detect_leaks=1/detect_leaks=0/') ;;
		*) VARIANT=testing CONFIGURE_OPTIONS=--enable-async-testing; build_extension ;;
	esac
	ASYNC_WORK=$(mktemp -d "$BUILD/same.XXXXXX")
	trap 'rm -rf "$ASYNC_WORK"' EXIT INT TERM
	# A copy: another build must not change the module of running programs.
	cp -p "$SO" "$ASYNC_WORK/async.so"
	ASYNC_SO=$ASYNC_WORK/async.so ASYNC_PHP=$PHP ASYNC_EXTENSIONS=$PHP_EXT_DIR
	export ASYNC_WORK ASYNC_SO ASYNC_PHP ASYNC_EXTENSIONS
	say "comparing on PHP $PHP_TAG"
	# shellcheck disable=SC2086
	"$_judge" "$ROOT/tests/programs/same" $_options
)

# Failing servers (tests/programs/chaos), on the given PHP; `--php asan` and `--valgrind` find most defects.
cmd_chaos() (
	_valgrind=
	_options=
	while [ $# -gt 0 ]; do
		case $1 in
			--php) [ $# -gt 1 ] || die "--php needs a value"; PHP=$2; shift ;;
			--valgrind) _valgrind=yes ;;
			--help) exec "${PHP:-php}" -n "$ROOT/tests/programs/chaos" --help ;;
			*) _options="$_options $1" ;;
		esac
		shift
	done
	# The given PHP runs the program; any PHP runs the servers and the judge.
	_judge=$(command -v php) || _judge=$PHP
	case ${PHP:-} in
		asan|*-asan/*)
			build_asan
			# Libraries without frame pointers end a trace before tools/lsan.supp finds whose block it is.
			ASAN_OPTIONS=$ASAN_OPTIONS:fast_unwind_on_malloc=0 ;;
		*)
			[ -z "$_valgrind" ] || { VARIANT=valgrind CONFIGURE_OPTIONS=--enable-async-testing; }
			build_extension ;;
	esac
	find "$BUILD" -maxdepth 1 -name 'chaos.*' -mmin +600 -exec rm -rf {} +
	ASYNC_WORK=$(mktemp -d "$BUILD/chaos.XXXXXX")
	if [ "$_valgrind" ]; then
		ASYNC_VALGRIND=$(command -v valgrind) || die "valgrind is missing"
		ASYNC_VALGRIND_SUPP=$ROOT/tools/valgrind.supp ASYNC_VALGRIND_SKIP='*/none' ASYNC_VALGRIND_SKIP_ARGS='*/none'
		ASYNC_UNDER="$ROOT/tools/memcheck --log-file=$ASYNC_WORK/valgrind"
		export ASYNC_VALGRIND ASYNC_VALGRIND_SUPP ASYNC_VALGRIND_SKIP ASYNC_VALGRIND_SKIP_ARGS ASYNC_UNDER
		export ASYNC_TEST_TOOL=valgrind USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1
	fi
	# A copy: another build must not change the module of running programs.
	cp -p "$SO" "$ASYNC_WORK/async.so"
	ASYNC_SO=$ASYNC_WORK/async.so ASYNC_PHP=$PHP ASYNC_EXTENSIONS=$PHP_EXT_DIR
	export ASYNC_WORK ASYNC_SO ASYNC_PHP ASYNC_EXTENSIONS
	say "chaos on PHP $PHP_TAG"
	# shellcheck disable=SC2086
	if "$_judge" -n "$ROOT/tests/programs/chaos" $_options; then
		rm -rf "$ASYNC_WORK"
	else
		say "what was said: $ASYNC_WORK"
		return 1
	fi
)

# Scarce resources and sandboxes. Only root can make most of them.
cmd_limits() {
	test_packages
	build_extension
	[ "$(id -u)" = 0 ] || say "without root many of these tests are skipped"
	# Each test runs dozens of cases.
	TEST_TIMEOUT=$((TEST_TIMEOUT * 5))
	if [ $# -eq 0 ]; then
		# shellcheck disable=SC2046
		set -- "$ROOT/tests/limits" "$ROOT/tests/faults" $(grep -lE 'EMFILE|ulimit|prlimit|setrlimit|RLIMIT' \
			"$ROOT"/tests/io/*.phpt "$ROOT"/tests/files/*.phpt "$ROOT"/tests/processes/*.phpt "$ROOT"/tests/dns/*.phpt)
	fi
	run_tests -- "$@"
}

# Requests in several threads of one process (tests/programs/threads) under ThreadSanitizer; --php: on another PHP.
cmd_threads() (
	_options=
	_named=
	while [ $# -gt 0 ]; do
		case $1 in
			--php) [ $# -gt 1 ] || die "--php needs a value"; _named=$2; shift ;;
			--help) exec "${PHP:-php}" -n "$ROOT/tests/programs/threads" --help ;;
			*) _options="$_options $1" ;;
		esac
		shift
	done
	# Any PHP makes the programs; the given one runs them.
	_judge=$(command -v php) || _judge=$PHP
	if [ "$_named" ]; then
		PHP=$_named
	else
		PHP=$("$ROOT/tools/build-php" tsan)/bin/php
		VARIANT=tsan
		CFLAGS='-g -O1 -fno-omit-frame-pointer -fsanitize=thread --param=tsan-instrument-func-entry-exit=0'
		export CFLAGS
		export TSAN_OPTIONS="suppressions=$ROOT/tools/tsan.supp:history_size=4:exitcode=0:report_signal_unsafe=0"
	fi
	build_extension
	find "$BUILD" -maxdepth 1 -name 'threads.*' -mmin +600 -exec rm -rf {} +
	ASYNC_WORK=$(mktemp -d "$BUILD/threads.XXXXXX")
	copy_sources "$BUILD/.sources" "$ASYNC_WORK"
	cp -p "$SO" "$ASYNC_WORK/async.so"
	export ASYNC_WORK PHP
	ASYNC_PHP_CONFIG=$(beside_php php-config)
	ASYNC_SHARED_EXTENSIONS=$(shared_extensions | sed 's/ -d / /g; s/^ *//')
	export ASYNC_PHP_CONFIG ASYNC_SHARED_EXTENSIONS
	say "threads on PHP $PHP_TAG"
	# shellcheck disable=SC2086
	if "$_judge" -n "$ROOT/tests/programs/threads" $_options; then
		rm -rf "$ASYNC_WORK"
	else
		say "what was said: $ASYNC_WORK"
		return 1
	fi
)

# Web servers under load (tests/programs/soak), on the PHP of the distribution.
cmd_soak() (
	select_php
	if have apt-get && [ "$PHP_BIN_DIR" = /usr/bin ]; then
		want_packages nginx-light apache2 "php$PHP_SHORT-fpm" "libapache2-mod-php$PHP_SHORT" "php$PHP_SHORT-common"
	fi
	build_extension
	# Workers may run as another user.
	ASYNC_WORK=$(mktemp -d "${TMPDIR:-/tmp}/async-soak.XXXXXX")
	chmod 755 "$ASYNC_WORK"
	cp -p "$SO" "$ASYNC_WORK/async.so"
	ASYNC_SO=$ASYNC_WORK/async.so
	export ASYNC_WORK ASYNC_SO
	say "soak on PHP $PHP_TAG"
	# shellcheck disable=SC2046
	if "$PHP" -n $(shared_extensions) "$ROOT/tests/programs/soak" "$@"; then
		rm -rf "$ASYNC_WORK"
	else
		say "what was said: $ASYNC_WORK"
		return 1
	fi
)

cmd_syntax_fuzz() {
	build_asan
	ASYNC_SO=$SO
	export PHP ASYNC_SO
	exec "$PHP" -n "$ROOT/tools/syntax-fuzz" "$@"
}

cmd_syntax_corpus() {
	build_extension
	ASYNC_SO=$SO
	export PHP ASYNC_SO
	[ $# -gt 0 ] || die "usage: ./dev syntax-corpus [--count] FOLDER..., such as /usr/share/php"
	exec "$PHP" -n "$ROOT/tools/syntax-corpus" "$@"
}
