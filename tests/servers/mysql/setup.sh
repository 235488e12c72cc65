#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# setup.sh DIR: puts MySQL's own server into DIR, with the libraries that it runs on, out of the packages of Debian unstable:
# no stable Debian has it. They are unpacked by mmdebstrap, not configured. Once; about 10 s and 330 MB. DIR/mysqld starts it.
# Ends with 69 when the packages cannot be had, which in unstable happens at times. What is in DIR stays as it is until it is
# removed. Knobs: MYSQL_SUITE (sid), MIRROR (that of apt).
set -euo pipefail

dir=$1
suite=${MYSQL_SUITE:-sid}
unavailable=69                      # EX_UNAVAILABLE of sysexits.h
[[ ! -x $dir/mysqld ]] || exit 0
say() { echo "mysql: $*" >&2; }

mkdir -p "${dir%/*}"
exec 9>"${dir%/*}/lock"
flock 9
[[ ! -x $dir/mysqld ]] || exit 0
command -v mmdebstrap >/dev/null || { say "mmdebstrap is missing"; exit 1; }
# shellcheck disable=SC2016 # apt fills these in
mirror=${MIRROR:-$(apt-get indextargets --format '$(SITE) $(ORIGIN) $(LABEL)' 'Created-By: Packages' 2>/dev/null |
	awk '$2 == "Debian" && $3 == "Debian" { print $1; exit }')}
[[ -n $mirror ]] || { say "run 'apt-get update' once first"; exit 1; }

say "unpacking mysql-server-core of Debian $suite into $dir, once"
log=${dir%/*}/setup.log
for attempt in 1 2 3; do
	rm -rf "$dir"
	# A mirror that is some weeks behind will do; its packages are checked against Debian's keys all the same.
	if LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive mmdebstrap --variant=extract --include=mysql-server-core \
		--aptopt='Acquire::Check-Valid-Until "false"' --dpkgopt='path-exclude=/usr/share/doc/*' \
		"$suite" "$dir" "$mirror" </dev/null >"$log" 2>&1; then
		break
	fi
	say "attempt $attempt failed; the end of $log:"
	tail -n 8 "$log" >&2
	rm -rf "$dir"
	if ((attempt == 3)); then
		reason=$(grep -m1 '^E: ' "$log") || reason="see $log"
		echo "NOT RUN: Debian $suite does not give its mysql-server-core at the moment: ${reason#E: }" >&2
		exit $unavailable
	fi
	sleep $((attempt * 2))
done

libraries=("$dir"/usr/lib/*-linux-gnu)
loader=("${libraries[0]}"/ld-linux*.so.*)
# Started by the loader that belongs to its libraries, it needs no root folder of its own, and no rights to enter one.
cat >"$dir/start" <<-START
	#!/bin/sh
	exec '${loader[0]}' --library-path '${libraries[0]}' '$dir/usr/sbin/mysqld' "\$@" --basedir='$dir/usr' --secure-file-priv=NULL
START
chmod 755 "$dir/start"
version=$("$dir/start" --no-defaults --version) || { say "what Debian $suite has does not run here"; exit 1; }
say "${version##* Ver }"
mv "$dir/start" "$dir/mysqld"
