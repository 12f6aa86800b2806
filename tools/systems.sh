# shellcheck shell=sh
# Other Debian systems in folders, for tests in them. Sourced by tools/matrix and tools/emulated, after tools/lib.sh.

# The Debian mirror that this machine uses.
mirror() {
	apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' 'Origin: Debian' 2>/dev/null |
		grep '/debian/*$' | head -n 1 | grep . || echo http://deb.debian.org/debian
}

# ready_system FOLDER: it finds names, and no daemon starts because it is installed.
ready_system() {
	cp -L /etc/resolv.conf /etc/hosts "$1/etc/"
	printf '#!/bin/sh\nexit 101\n' >"$1/usr/sbin/policy-rc.d"
	chmod 755 "$1/usr/sbin/policy-rc.d"
}

# within_system FOLDER COMMAND…: run it there as root, with a clean environment and namespaces of its own: mounts and
# left-over processes end with it in any case, also when the caller is killed. Its root is a mount, so that programs in
# it can make namespaces as well.
within_system() {
	# shellcheck disable=SC2016
	setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child --mount-proc="$1/proc" sh -ec '
		mount --rbind "$1" "$1"
		mount -t devpts -o newinstance,ptmxmode=0666 devpts "$1/dev/pts"
		mkdir -p "$1/dev/shm"
		mount -t tmpfs tmpfs "$1/dev/shm"
		exec env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive \
			chroot "$@"' within_system "$@"
}
