# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# MariaDB, or MySQL: one server on a loopback port and a unix socket; a user that owns its database, and one that may only
# read. SLOCK_TEST_MYSQL_SERVER names the server: mariadbd, a mysqld of one's own, or "mysql": that of Debian unstable, which
# mysql/setup.sh unpacks into the user's cache.

slock_mysql_here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/mysql
slock_mysql_root=${XDG_CACHE_HOME:-$HOME/.cache}/slock/mysql/${MYSQL_SUITE:-sid}

server_mariadb_missing() {
	if [[ ${SLOCK_TEST_MYSQL_SERVER:-} == mysql ]]; then
		[[ -x $slock_mysql_root/mysqld ]] || command -v mmdebstrap >/dev/null || echo "mmdebstrap"
		return
	fi
	command -v "${SLOCK_TEST_MYSQL_SERVER:-mariadbd}" >/dev/null || echo "${SLOCK_TEST_MYSQL_SERVER:-mariadb-server}"
}

# Makes SLOCK_TEST_MYSQL_SERVER the path of the server, for tests that start one of their own.
slock_mysql_find() {
	if [[ ${SLOCK_TEST_MYSQL_SERVER:-} == mysql ]]; then
		"$slock_mysql_here/setup.sh" "$slock_mysql_root" || return
		SLOCK_TEST_MYSQL_SERVER=$slock_mysql_root/mysqld
	fi
	SLOCK_TEST_MYSQL_SERVER=$(command -v "${SLOCK_TEST_MYSQL_SERVER:-mariadbd}")
}

server_mariadb_start() {
	local dir=$SLOCK_SERVERS_DIR/mariadb
	slock_mysql_find || return
	SLOCK_TEST_MYSQL_HOST=127.0.0.1
	SLOCK_TEST_MYSQL_USER=slocktest
	SLOCK_TEST_MYSQL_PASSWORD=$(server_password)
	SLOCK_TEST_MYSQL_DB=slocktest
	SLOCK_TEST_MYSQL_WEAK_USER=slockweak
	SLOCK_TEST_MYSQL_WEAK_PASSWORD=$(server_password)
	SLOCK_TEST_MYSQL_ADMIN_USER=slockadmin
	SLOCK_TEST_MYSQL_ADMIN_PASSWORD=$(server_password)
	SLOCK_TEST_MYSQL_SOCKET=$dir/mysql.sock
	mkdir -p "$dir"
	: >"$dir/log"
	slock_mariadb_spawn
}

slock_mariadb_spawn() {
	local dir=$SLOCK_SERVERS_DIR/mariadb
	server_free_port mariadb
	SLOCK_TEST_MYSQL_PORT=$REPLY
	# A directory for temporary tables of its own: a server that starts removes those of all others in /tmp.
	mkdir -p "$dir/tmp"
	cat >"$dir/my.cnf" <<-CONF
		[mysqld]
		datadir = $dir/data
		tmpdir = $dir/tmp
		socket = $dir/mysql.sock
		pid-file = $dir/pid
		bind-address = 127.0.0.1
		port = $SLOCK_TEST_MYSQL_PORT
		skip-name-resolve
		skip-log-bin
		max-connections = 100
		innodb-buffer-pool-size = 16M
		loose-innodb-log-file-size = 8M
		loose-innodb-redo-log-capacity = 32M
		loose-mysqlx = off
		innodb-flush-log-at-trx-commit = 0
		innodb-flush-method = nosync
		innodb-doublewrite = 0
		performance-schema = off
		loose-log-warnings = 0
		$( ((EUID)) || echo "user = root")
	CONF
	# Read once, at the first start; through a file, so that no password shows in the process list.
	cat >"$dir/setup.sql" <<-SQL
		CREATE DATABASE IF NOT EXISTS $SLOCK_TEST_MYSQL_DB;
		CREATE USER IF NOT EXISTS $SLOCK_TEST_MYSQL_USER IDENTIFIED BY '$SLOCK_TEST_MYSQL_PASSWORD';
		GRANT ALL ON $SLOCK_TEST_MYSQL_DB.* TO $SLOCK_TEST_MYSQL_USER;
		GRANT PROCESS ON *.* TO $SLOCK_TEST_MYSQL_USER;
		CREATE USER IF NOT EXISTS $SLOCK_TEST_MYSQL_WEAK_USER IDENTIFIED BY '$SLOCK_TEST_MYSQL_WEAK_PASSWORD';
		GRANT SELECT ON $SLOCK_TEST_MYSQL_DB.* TO $SLOCK_TEST_MYSQL_WEAK_USER;
		CREATE USER IF NOT EXISTS $SLOCK_TEST_MYSQL_ADMIN_USER IDENTIFIED BY '$SLOCK_TEST_MYSQL_ADMIN_PASSWORD';
		GRANT ALL ON *.* TO $SLOCK_TEST_MYSQL_ADMIN_USER WITH GRANT OPTION;
	SQL
	chmod 600 "$dir/setup.sql" "$dir/my.cnf"
	cat >"$dir/run.sh" <<-'RUN'
		set -e
		server=$1 dir=$2
		if [ ! -d "$dir/data/mysql" ]; then
			case $("$server" --no-defaults --version) in
				*MariaDB*) mariadb-install-db --defaults-file="$dir/my.cnf" --auth-root-authentication-method=socket \
					--skip-test-db --skip-name-resolve >/dev/null ;;
				*) "$server" --defaults-file="$dir/my.cnf" --initialize-insecure ;;
			esac
		fi
		exec "$server" --defaults-file="$dir/my.cnf" --init-file="$dir/setup.sql"
	RUN
	server_spawn mariadb bash "$dir/run.sh" "$SLOCK_TEST_MYSQL_SERVER" "$dir"
}

# The greeting of a server that takes connections begins with the protocol version, 10, after a header of four bytes.
slock_mariadb_answers() {
	local greeting
	exec 4<>"/dev/tcp/127.0.0.1/$SLOCK_TEST_MYSQL_PORT" || return 1
	greeting=$(timeout 2 head -c 5 <&4 | od -An -tu1 | tr -s ' ')
	exec 4>&-
	[[ $greeting == *' 10' ]]
}

server_mariadb_ready() {
	local tries
	for tries in 1 2 3 4 5; do
		if server_wait mariadb slock_mariadb_answers; then
			export SLOCK_TEST_MYSQL_SERVER SLOCK_TEST_MYSQL_HOST SLOCK_TEST_MYSQL_PORT SLOCK_TEST_MYSQL_SOCKET \
				SLOCK_TEST_MYSQL_USER SLOCK_TEST_MYSQL_PASSWORD SLOCK_TEST_MYSQL_DB \
				SLOCK_TEST_MYSQL_WEAK_USER SLOCK_TEST_MYSQL_WEAK_PASSWORD \
				SLOCK_TEST_MYSQL_ADMIN_USER SLOCK_TEST_MYSQL_ADMIN_PASSWORD
			return 0
		fi
		if grep -q 'Address already in use' "$SLOCK_SERVERS_DIR/mariadb/log"; then
			servers_log "mariadb: port $SLOCK_TEST_MYSQL_PORT was taken, attempt $tries"
		else
			# It has been seen to end at its start on a busy machine, and to start the next time.
			server_show_log mariadb
			server_alive mariadb && return 1
			rm -rf "$SLOCK_SERVERS_DIR/mariadb/data"
		fi
		: >"$SLOCK_SERVERS_DIR/mariadb/log"
		slock_mariadb_spawn
	done
	server_show_log mariadb
	return 1
}

server_mariadb_dsns() {
	local at="$SLOCK_TEST_MYSQL_USER:$SLOCK_TEST_MYSQL_PASSWORD@$SLOCK_TEST_MYSQL_HOST:$SLOCK_TEST_MYSQL_PORT"
	echo "mysql://$at/$SLOCK_TEST_MYSQL_DB"
	echo "mysql+advisory:host=$SLOCK_TEST_MYSQL_HOST;port=$SLOCK_TEST_MYSQL_PORT;dbname=$SLOCK_TEST_MYSQL_DB;user=$SLOCK_TEST_MYSQL_USER;password=$SLOCK_TEST_MYSQL_PASSWORD"
}
