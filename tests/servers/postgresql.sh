# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# PostgreSQL: one server on a loopback port and a unix socket, with statement statistics; a role that owns its database,
# and one that may connect but not create or write anything, nor use advisory locks.

server_postgresql_missing() {
	[[ -n $(slock_postgresql_bin) ]] || echo "postgresql"
}

# The directory of the programs; Debian keeps them outside of PATH, by version.
slock_postgresql_bin() {
	local dir found=
	if [[ -n ${SLOCK_TEST_PGSQL_BIN:-} ]]; then
		echo "$SLOCK_TEST_PGSQL_BIN"
		return
	fi
	for dir in /usr/lib/postgresql/*/bin; do
		[[ -x $dir/postgres ]] && found=$dir
	done
	if [[ -z $found ]] && command -v postgres >/dev/null; then
		found=$(dirname "$(command -v postgres)")
	fi
	echo "$found"
}

# The server refuses to run as root; prints the words in front of a command that runs it as another user.
slock_postgresql_as() {
	((EUID)) && return
	local user=nobody
	id -u postgres >/dev/null 2>&1 && user=postgres
	local as
	as="setpriv --reuid=$(id -u "$user") --regid=$(id -g "$user") --clear-groups"
	# Another user id undoes what server_spawn asked for.
	[[ -n ${SLOCK_SERVERS_DETACH:-} ]] || as+=" --pdeathsig TERM"
	echo "$as"
}

server_postgresql_start() {
	local dir=$SLOCK_SERVERS_DIR/postgresql
	SLOCK_TEST_PGSQL_BIN=$(slock_postgresql_bin)
	SLOCK_TEST_PGSQL_HOST=127.0.0.1
	SLOCK_TEST_PGSQL_USER=slocktest
	SLOCK_TEST_PGSQL_PASSWORD=$(server_password)
	SLOCK_TEST_PGSQL_DB=slocktest
	SLOCK_TEST_PGSQL_OTHER_DB=slockother
	SLOCK_TEST_PGSQL_WEAK_USER=slockweak
	SLOCK_TEST_PGSQL_WEAK_PASSWORD=$(server_password)
	SLOCK_TEST_PGSQL_ADMIN_USER=slockadmin
	SLOCK_TEST_PGSQL_ADMIN_PASSWORD=$(server_password)
	SLOCK_TEST_PGSQL_SOCKET=$dir
	mkdir -p "$dir"
	: >"$dir/log"
	slock_postgresql_spawn
}

# Makes the data directory and starts the server, in the background, as one job.
slock_postgresql_spawn() {
	local dir=$SLOCK_SERVERS_DIR/postgresql as owner
	server_free_port postgresql
	SLOCK_TEST_PGSQL_PORT=$REPLY
	as=$(slock_postgresql_as)
	if [[ -n $as ]]; then
		# Only the way through is opened, and only to that user's group.
		[[ $as =~ --reuid=([0-9]+)\ --regid=([0-9]+) ]]
		owner=${BASH_REMATCH[1]}:${BASH_REMATCH[2]}
		chgrp "${owner#*:}" "$SLOCK_SERVERS_DIR"
		chmod 710 "$SLOCK_SERVERS_DIR"
		chown "$owner" "$dir"
	fi
	printf '%s\n' "$SLOCK_TEST_PGSQL_ADMIN_PASSWORD" >"$dir/password"
	cat >"$dir/extra.conf" <<-CONF
		listen_addresses = '127.0.0.1'
		port = $SLOCK_TEST_PGSQL_PORT
		unix_socket_directories = '$dir'
		max_connections = ${slock_postgresql_connections:-100}
		shared_buffers = 16MB
		fsync = off
		synchronous_commit = off
		full_page_writes = off
		autovacuum = off
		jit = off
		deadlock_timeout = 200ms
		log_min_messages = warning
		shared_preload_libraries = 'pg_stat_statements'
		pg_stat_statements.track_utility = on
		pg_stat_statements.save = off
	CONF
	# One statement a line, as single-user mode wants them; the passwords go through a file, not the process list.
	cat >"$dir/setup.sql" <<-SQL
		CREATE ROLE $SLOCK_TEST_PGSQL_USER LOGIN PASSWORD '$SLOCK_TEST_PGSQL_PASSWORD'
		CREATE ROLE $SLOCK_TEST_PGSQL_WEAK_USER LOGIN PASSWORD '$SLOCK_TEST_PGSQL_WEAK_PASSWORD'
		GRANT pg_read_all_stats, pg_signal_backend TO $SLOCK_TEST_PGSQL_USER
		CREATE DATABASE $SLOCK_TEST_PGSQL_DB OWNER $SLOCK_TEST_PGSQL_USER
		CREATE DATABASE $SLOCK_TEST_PGSQL_OTHER_DB OWNER $SLOCK_TEST_PGSQL_USER
	SQL
	# In the test database. The functions exist for everybody; the weak role is shut out by taking that from PUBLIC.
	cat >"$dir/database.sql" <<-SQL
		CREATE EXTENSION pg_stat_statements
		REVOKE CREATE ON SCHEMA public FROM PUBLIC
		GRANT CREATE, USAGE ON SCHEMA public TO $SLOCK_TEST_PGSQL_USER
		GRANT EXECUTE ON FUNCTION pg_stat_statements_reset(oid, oid, bigint) TO $SLOCK_TEST_PGSQL_USER
		REVOKE EXECUTE ON FUNCTION pg_try_advisory_lock(bigint), pg_try_advisory_lock_shared(bigint), pg_advisory_lock(bigint), pg_advisory_lock_shared(bigint) FROM PUBLIC
		GRANT EXECUTE ON FUNCTION pg_try_advisory_lock(bigint), pg_try_advisory_lock_shared(bigint), pg_advisory_lock(bigint), pg_advisory_lock_shared(bigint) TO $SLOCK_TEST_PGSQL_USER
	SQL
	cat >"$dir/run.sh" <<-'RUN'
		set -e
		bin=$1 dir=$2 admin=$3 database=$4
		export LC_ALL=C TZ=UTC
		cd "$dir"
		if [ ! -f data/PG_VERSION ]; then
			"$bin/initdb" -D data -U "$admin" --pwfile=password --auth=scram-sha-256 -E UTF8 --no-sync >/dev/null
			echo "include '$dir/extra.conf'" >>data/postgresql.conf
			"$bin/postgres" --single -c log_min_messages=fatal -D data postgres <setup.sql >/dev/null
			"$bin/postgres" --single -c log_min_messages=fatal -D data "$database" <database.sql >/dev/null
			rm -f password setup.sql database.sql
		fi
		exec "$bin/postgres" -D data
	RUN
	chmod 644 "$dir"/*.conf "$dir/run.sh"
	chmod 600 "$dir/password" "$dir"/*.sql
	if [[ -n $as ]]; then
		chown --reference="$dir" "$dir"/*
	fi
	# shellcheck disable=SC2086 # words
	server_spawn postgresql $as bash "$dir/run.sh" "$SLOCK_TEST_PGSQL_BIN" "$dir" "$SLOCK_TEST_PGSQL_ADMIN_USER" "$SLOCK_TEST_PGSQL_DB"
}

slock_postgresql_answers() {
	"$SLOCK_TEST_PGSQL_BIN/pg_isready" -q -h 127.0.0.1 -p "$SLOCK_TEST_PGSQL_PORT" -d "$SLOCK_TEST_PGSQL_DB"
}

server_postgresql_ready() {
	local tries
	for tries in 1 2 3 4 5; do
		if server_wait postgresql slock_postgresql_answers; then
			export SLOCK_TEST_PGSQL_HOST SLOCK_TEST_PGSQL_PORT SLOCK_TEST_PGSQL_SOCKET SLOCK_TEST_PGSQL_BIN \
				SLOCK_TEST_PGSQL_USER SLOCK_TEST_PGSQL_PASSWORD SLOCK_TEST_PGSQL_DB SLOCK_TEST_PGSQL_OTHER_DB \
				SLOCK_TEST_PGSQL_WEAK_USER SLOCK_TEST_PGSQL_WEAK_PASSWORD \
				SLOCK_TEST_PGSQL_ADMIN_USER SLOCK_TEST_PGSQL_ADMIN_PASSWORD
			return 0
		fi
		grep -q 'could not bind' "$SLOCK_SERVERS_DIR/postgresql/log" || break
		servers_log "postgresql: port $SLOCK_TEST_PGSQL_PORT was taken, attempt $tries"
		: >"$SLOCK_SERVERS_DIR/postgresql/log"
		slock_postgresql_spawn
	done
	server_show_log postgresql
	return 1
}

server_postgresql_dsns() {
	local at="$SLOCK_TEST_PGSQL_USER:$SLOCK_TEST_PGSQL_PASSWORD@$SLOCK_TEST_PGSQL_HOST:$SLOCK_TEST_PGSQL_PORT"
	echo "postgresql+advisory://$at/$SLOCK_TEST_PGSQL_DB"
	echo "postgresql://$at/$SLOCK_TEST_PGSQL_DB"
}
