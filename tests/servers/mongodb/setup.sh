#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# setup.sh DIR: makes DIR the root directory of a Debian that has DocumentDB (PostgreSQL with an engine for MongoDB's
# commands), which the release that this runs on may not have. Once, as root; about 50 s and 720 MB.
# Knobs: MONGO_SUITE (forky), MIRROR (that of apt).
set -euo pipefail

root=$1
suite=${MONGO_SUITE:-forky}
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
bin=/usr/lib/postgresql/18/bin
[[ ! -f $root/srv/.ready ]] || exit 0
# shellcheck disable=SC2016 # apt fills it in
mirror=${MIRROR:-$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -m1 '/debian/*$')}

in_root() { chroot "$root" "$@"; }
as_postgres() { in_root setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }

rm -rf "$root"
# The script is named because an older debootstrap has none for a newer suite.
debootstrap --variant=minbase "$suite" "$root" "$mirror" /usr/share/debootstrap/scripts/sid
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
mkdir -p "$root/etc/postgresql-common"
echo 'create_main_cluster = false' >"$root/etc/postgresql-common/createcluster.conf"
echo 'path-exclude=/usr/share/doc/*' >"$root/etc/dpkg/dpkg.cfg.d/small"
# A postinst script runs systemd-tmpfiles, which refuses to work without /proc.
in_root dpkg-divert --quiet --local --rename --add /usr/bin/systemd-tmpfiles
ln -s true "$root/usr/bin/systemd-tmpfiles"
# No "apt-get update": debootstrap has just fetched and checked the same index.
in_root apt-get install -y --no-install-recommends postgresql-18-documentdb python3-minimal python3-psycopg2 python3-bson
in_root apt-get clean
rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/*.bin

# The data directory that every start copies.
in_root install -d -o postgres -g postgres /srv/pg
as_postgres $bin/initdb -D /srv/pg/data -U postgres -A trust --locale=C.UTF-8 -E UTF8 --no-sync
cat >>"$root/srv/pg/data/postgresql.conf" <<'CONF'
listen_addresses = '127.0.0.1'            # jobs of pg_cron connect to "localhost" over TCP
shared_preload_libraries = 'pg_cron,pg_documentdb_core,pg_documentdb'
cron.database_name = 'postgres'
cron.log_statement = off
dynamic_shared_memory_type = mmap         # there is no /dev/shm
max_connections = 200
fsync = off
synchronous_commit = off
full_page_writes = off
CONF
port=$((32000 + RANDOM % 700))
as_postgres $bin/pg_ctl -D /srv/pg/data -l /srv/pg/log -w -t 60 -o "-p $port -k /srv/pg" start
as_postgres psql -q -h /srv/pg -p "$port" -U postgres -c 'SET client_min_messages = warning' -c 'CREATE EXTENSION documentdb CASCADE'
as_postgres $bin/pg_ctl -D /srv/pg/data -m fast -w stop
touch "$root/srv/.ready"
