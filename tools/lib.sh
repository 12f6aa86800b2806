# shellcheck shell=sh
# Shared by ./dev and tools/*: paths, messages, packages. Sourced; expects ROOT (the source root).

CACHE=${ASYNC_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/php-async}
JOBS=${JOBS:-$(nproc 2>/dev/null || echo 2)}

say() { printf '%s\n' "$*" >&2; }
die() { say "$(basename "$0"): $*"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# Run a command with its output in a log; show the end of the log only if it fails.
# logged LOG COMMAND…
logged() {
	_log=$1; shift
	mkdir -p "$(dirname "$_log")"
	if "$@" >"$_log" 2>&1 </dev/null; then
		return 0
	fi
	say "failed: $*"
	# Without the compiler's command lines, which would hide the message.
	grep -v -e 'libtool: ' -e '/libtool --' "$_log" | tail -n "${LOG_LINES:-40}" >&2
	say "whole log: $_log"
	return 1
}

need_cache() {
	mkdir -p "$CACHE/log" 2>/dev/null && [ -w "$CACHE/log" ] ||
		die "no rights to write to $CACHE; please name another folder: ASYNC_CACHE=FOLDER ./dev …"
}

is_installed() {
	dpkg-query -W -f '${Status}\n' "$1" 2>/dev/null | grep -q '^install ok installed$'
}

apt_quiet() {
	DEBIAN_FRONTEND=noninteractive $SUDO apt-get -o DPkg::Lock::Timeout=300 -qq "$@"
}

# Install the named Debian packages that are missing, or say which command does it.
need_packages() {
	_missing=
	for _p in "$@"; do
		is_installed "$_p" || _missing="$_missing $_p"
	done
	[ -z "$_missing" ] && return 0
	have apt-get || die "please install the equivalent of these Debian packages:$_missing"
	if [ "$(id -u)" = 0 ]; then
		SUDO=
	elif have sudo && sudo -n true 2>/dev/null; then
		SUDO='sudo -n env DEBIAN_FRONTEND=noninteractive'
	else
		die "packages are missing; please run: sudo apt-get install$_missing"
	fi
	need_cache
	say "installing$_missing"
	# Package lists may be absent (containers) or too old to find the files: refresh and try again.
	# shellcheck disable=SC2086
	install_packages $_missing && return 0
	apt_quiet update >"$CACHE/log/apt-update.log" 2>&1 </dev/null || :
	# shellcheck disable=SC2086
	install_packages $_missing || die "could not install$_missing: $(why_not_installed)"
}

install_packages() {
	apt_quiet install -y --no-install-recommends "$@" >"$CACHE/log/apt.log" 2>&1 </dev/null
}

# One line for the many that apt-get writes when it cannot install.
why_not_installed() {
	if grep -q '^E: Failed to fetch ' "$CACHE/log/apt.log"; then
		_why='the package servers cannot be reached'
	elif grep -q '^E: Unable to locate package ' "$CACHE/log/apt.log" &&
		grep -q '^[EW]: ' "$CACHE/log/apt-update.log"; then
		_why='the lists of packages cannot be fetched'
	else
		_why=$(sed -n 's/^E: //p' "$CACHE/log/apt.log" | head -n 1)
	fi
	echo "${_why:-apt-get failed} (log: $CACHE/log/apt.log)"
}

# As need_packages, but a missing package causes only a message.
want_packages() {
	for _w in "$@"; do
		is_installed "$_w" || (need_packages "$_w") || say "going on without $_w"
	done
}

# ---- PHP and the build of the extension --------------------------------------------------------

MIN_PHP_ID=80200
# Generators of different PHP releases write differently: this one's output is committed.
STUBS_PHP=8.2

# A tool that belongs to the chosen PHP: beside it, with the version in the name (Debian) or without.
beside_php() {
	for _t in "$PHP_BIN_DIR/$1$PHP_SHORT" "$PHP_BIN_DIR/$1"; do
		[ -x "$_t" ] && echo "$_t" && return 0
	done
	return 1
}

# Sets PHP (full path), PHP_SHORT (8.2), PHP_TAG (such as 8.2.35-nts-debug-asan) and PHP_EXT_DIR.
select_php() {
	if [ -z "${PHP:-}" ]; then
		# All that the build needs, so that a user without rights is told once.
		have php || need_packages php-cli php-dev gcc libc6-dev make pkg-config libuv1-dev
		PHP=php
	fi
	have "$PHP" || die "PHP=$PHP is not executable"
	PHP=$(command -v "$PHP")
	# shellcheck disable=SC2016
	_facts=$("$PHP" -n -r 'printf("%d %d.%d %s%s%s %s", PHP_VERSION_ID, PHP_MAJOR_VERSION, PHP_MINOR_VERSION,
		PHP_VERSION, PHP_ZTS ? "-zts" : "-nts", PHP_DEBUG ? "-debug" : "",
		PHP_EXTENSION_DIR);') || die "$PHP does not run"
	# shellcheck disable=SC2086
	set -- $_facts
	[ "$1" -ge "$MIN_PHP_ID" ] || die "PHP 8.2 or newer is needed, $PHP is older ($3)"
	PHP_SHORT=$2
	PHP_TAG=$3${VARIANT:+-$VARIANT}
	# shellcheck disable=SC2034 # used by ./dev
	PHP_EXT_DIR=$4
	PHP_BIN_DIR=$(dirname "$(readlink -f "$PHP")")
}

need_build_tools() {
	if have apt-get && dpkg-query -S "$(readlink -f "$PHP")" >/dev/null 2>&1; then
		need_packages "php$PHP_SHORT-dev" gcc libc6-dev make pkg-config libuv1-dev
	elif have apt-get; then
		need_packages gcc libc6-dev make autoconf pkg-config libuv1-dev
	fi
	PHPIZE=${PHPIZE:-$(beside_php phpize)} || die "no phpize beside $PHP; set PHPIZE"
	PHP_CONFIG=${PHP_CONFIG:-$(beside_php php-config)} || die "no php-config beside $PHP; set PHP_CONFIG"
	for _t in make autoconf pkg-config cc; do
		have "$_t" || die "$_t is missing"
	done
	pkg-config --atleast-version=1.44.2 libuv || die "libuv 1.44.2 or newer is missing (Debian: libuv1-dev)"
}

# Every file that belongs to the source tree, one a line. An archive of tools/dist has their list with it.
list_sources() {
	(cd "$ROOT" && if [ ! -e .git ] && [ -f MANIFEST ]; then cat MANIFEST; else
		git ls-files -co --exclude-standard 2>/dev/null | grep . ||
			find . -name .git -prune -o -type f -print | sed 's,^\./,,'; fi) |
		LC_ALL=C sort -u | while IFS= read -r _f; do [ -e "$ROOT/$_f" ] && printf '%s\n' "$_f"; done
}

# Copy the files named in the list $1 into $2. The folders come first: cp --parents (coreutils 9.1)
# fails on files that exist after it has made a folder itself.
copy_sources() {
	(cd "$2" && sed -n 's,/[^/]*$,,p' "$1" | uniq | tr '\n' '\0' | xargs -0 -r mkdir -p) || return 1
	(cd "$ROOT" && tr '\n' '\0' <"$1" | xargs -0 -r cp -pu --parents -t "$2")
}

# Make the build folder's copy of the tree equal to the checkout: new and changed files are copied,
# files that left the checkout are removed.
sync_sources() {
	list_sources >"$BUILD/.sources.new"
	if [ -f "$BUILD/.sources" ]; then
		LC_ALL=C comm -23 "$BUILD/.sources" "$BUILD/.sources.new" | while IFS= read -r _f; do
			rm -f "$BUILD/src/$_f"
			case $_f in
				# The dependency files of make still name the removed file and would stop the next build.
				*.h) find "$BUILD/src" -name '*.dep' -delete ;;
			esac
		done
	fi
	copy_sources "$BUILD/.sources.new" "$BUILD/src"
	mv "$BUILD/.sources.new" "$BUILD/.sources"
}

# Generated headers in stubs/ whose stub has changed since, one a line.
stale_stubs() {
	for _stub in "$ROOT"/stubs/*.stub.php; do
		[ -f "$_stub" ] || continue
		_hash=$(sha1sum <"$_stub" | cut -d ' ' -f 1)
		grep -qs "Stub hash: $_hash" "${_stub%.stub.php}_arginfo.h" || basename "${_stub%.stub.php}_arginfo.h"
	done
}

# make would try this by itself, with a generator that fetches its parser from elsewhere.
refresh_stubs() {
	[ -n "$(stale_stubs)" ] || return 0
	[ "$PHP_SHORT" = "$STUBS_PHP" ] || die "stubs have changed: run tools/gen-stubs with PHP $STUBS_PHP"
	PHP=$PHP "$ROOT/tools/gen-stubs" >&2
}

configure_extension() {
	need_build_tools
	logged "$BUILD/log/phpize.log" "$PHPIZE" || return 1
	_with="--enable-async --with-php-config=$PHP_CONFIG ${CONFIGURE_OPTIONS:-}"
	# libtool is a shell script, run once for each file: bash takes three times as long for it.
	if have dash; then
		CONFIG_SHELL=$(command -v dash)
		export CONFIG_SHELL
	fi
	# Debuggers get functions and lines, but no variables: that takes an eighth less time. CFLAGS='-g -O0' has all.
	export CFLAGS="${CFLAGS--g1 -O2}"
	# What configure has found before is refused with other flags.
	# shellcheck disable=SC2086
	./configure -C $_with >"$BUILD/log/configure.log" 2>&1 </dev/null ||
		{ rm -f config.cache && logged "$BUILD/log/configure.log" ./configure $_with; }
}

# With GCC faster than phpize does it (tools/fast-build.mk), unless PLAIN_HEADERS is set.
make_extension() {
	_more=
	if [ -z "${PLAIN_HEADERS:-}" ] && ! ${CC:-cc} -dM -E -x c /dev/null 2>/dev/null | grep -q __clang__; then
		_more='-f Makefile -f tools/fast-build.mk'
	fi
	# shellcheck disable=SC2086
	logged "$BUILD/log/make.log" make $_more -j"$JOBS" EXTRA_CFLAGS="${EXTRA_CFLAGS:-}" \
		EXTRA_LDFLAGS="${EXTRA_LDFLAGS:-}" || return 1
	grep -A6 'warning:' "$BUILD/log/make.log" >&2 || true
}

# Build the extension for the chosen PHP. Sets BUILD (its folder) and SO (the module).
# VARIANT names a build with other flags (CFLAGS, EXTRA_CFLAGS, EXTRA_LDFLAGS, CONFIGURE_OPTIONS).
build_extension() {
	select_php
	need_cache
	BUILD=$CACHE/build/$(basename "$ROOT")-$(printf %s "$ROOT" | cksum | cut -d ' ' -f 1)/$PHP_TAG
	SO=$BUILD/src/modules/async.so
	mkdir -p "$BUILD/src" "$BUILD/log"
	# Two builds at once: the second one waits.
	exec 9>"$BUILD/.lock"
	flock 9
	refresh_stubs
	sync_sources
	# A PHP of another date may have other headers: compat.h asks for those of some extensions.
	_stamp=$(cksum <"$BUILD/src/config.m4"
		echo "$PHP $(stat -L -c %Y "$PHP") ${CC:-} ${CFLAGS:-} ${CONFIGURE_OPTIONS:-}")
	# No set -e inside: the shell switches it off left of ||.
	(
		cd "$BUILD/src" || exit 1
		if [ ! -f Makefile ] || [ "$_stamp" != "$(cat ../.configured 2>/dev/null)" ]; then
			say "configuring async for PHP $PHP_TAG"
			rm -f Makefile ../.configured
			# Other flags or another PHP: all objects must be compiled again.
			find . \( -name '*.lo' -o -name '*.o' -o -name '*.la' -o -name '*.gch' \) -delete
			configure_extension || exit 1
			echo "$_stamp" >../.configured
		fi
		_before=$(stat -c %Y "$SO" 2>/dev/null)
		make_extension || exit 1
		[ "$_before" = "$(stat -c %Y "$SO")" ] || say "built async for PHP $PHP_TAG"
	) || die "the build failed (folder: $BUILD)"
	# Closed, not only unlocked: later programs must not inherit the descriptor.
	exec 9>&-
}
