# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # root, out and php_config are those of ./dev
# The command fpm: php-fpm with nginx, opcache and preload, on the servers of the tests. Sourced by ./dev.

run_fpm() {
	local version status=0 driver line ask answer
	need_test
	version=$("$php_config" --version)
	version=${version%.*}
	packages nginx-light php-curl "php$version-fpm"
	FPM=$(command -v "php-fpm$version" || command -v php-fpm) || die "php-fpm is missing; install php-fpm"
	needs nginx "nginx"
	needs setpriv "util-linux"
	build_in default
	must_load default
	use_servers
	servers_start || die "the test servers did not start"
	export FPM SLOCK_TEST_MODULES=$out/default/modules MONGOC_DISABLE_SHM=1
	mkdir "$SLOCK_SERVERS_DIR/fpm"
	ask=$SLOCK_SERVERS_DIR/fpm/ask
	answer=$SLOCK_SERVERS_DIR/fpm/answer
	mkfifo "$ask" "$answer"
	exec {asked}<>"$ask" {answered}<>"$answer"
	fpm_driver "$SLOCK_SERVERS_DIR/fpm" "$ask" "$answer" "$@" &
	driver=$!
	while kill -0 "$driver" 2>/dev/null; do
		if read -r -t 0.2 -u "$asked" line && [[ $line == restart ]]; then
			fpm_restart_servers || die "a server did not start again"
			echo 'done' >&"$answered"
		fi
	done
	wait "$driver" || status=$?
	rm -rf "$out/fpm"
	if ((status)); then
		rm -f "$ask" "$answer"
		cp -a "$SLOCK_SERVERS_DIR/fpm" "$out/fpm"
		say "the logs are in .build/fpm"
	fi
	return "$status"
}

# In an IPC namespace of its own, where root can have one: a killed holder of a semaphore leaves it there.
fpm_driver() {
	local own=() extension extensions=()
	((EUID != 0)) || own=(unshare --ipc)
	for extension in pdo mysqlnd pdo_mysql pdo_pgsql pdo_sqlite posix ctype curl igbinary msgpack redis memcached \
		mongodb; do
		[[ ! -f $("$php_config" --extension-dir)/$extension.so ]] || extensions+=(-d "extension=$extension")
	done
	exec "${own[@]}" setpriv --pdeathsig TERM "$("$php_config" --php-binary)" -n "${extensions[@]}" \
		-d "extension=$SLOCK_TEST_MODULES/slock.so" -d include_path=.:/usr/share/php "$root/tools/fpm/driver.php" "$@"
}

# Each server stops, and starts again on the same port.
# shellcheck disable=SC2034,SC2004 # slock_server_own_ports is an associative array, which server_free_port reads
fpm_restart_servers() {
	local instance name stopped=()
	for instance in "${slock_redis_instances[@]}"; do
		slock_server_own_ports[$instance]=${slock_redis_port[$instance]}
	done
	for instance in "${slock_memcached_instances[@]}"; do
		slock_server_own_ports[$instance]=${slock_memcached_port[$instance]:-}
	done
	slock_server_own_ports[postgresql]=$SLOCK_TEST_PGSQL_PORT
	slock_server_own_ports[mariadb]=$SLOCK_TEST_MYSQL_PORT
	slock_server_own_ports[mongodb]=${slock_mongodb_port:-}
	slock_server_own_ports[mongodb-engine]=${slock_mongodb_engine_port:-}
	for instance in "${!slock_server_pids[@]}"; do
		# No page asks the ensemble.
		[[ $instance != zookeeper-* ]] || continue
		name=TERM
		# PostgreSQL would wait for its clients.
		[[ $instance != postgresql && $instance != mongodb-engine ]] || name=INT
		kill "-$name" "${slock_server_pids[$instance]}"
		stopped+=("$instance")
	done
	for instance in "${stopped[@]}"; do
		wait "${slock_server_pids[$instance]}" || true
	done
	fpm_start_servers
}

fpm_start_servers() {
	local instance
	for instance in "${slock_redis_instances[@]}"; do
		slock_redis_spawn "$instance"
	done
	slock_redisgroups_spawn_all
	for instance in "${slock_memcached_instances[@]}"; do
		slock_memcached_spawn "$instance"
	done
	slock_postgresql_spawn
	slock_mariadb_spawn
	# With its data: it would not take the sessions of clients that have seen more than it has.
	slock_zookeeper_run zookeeper
	if [[ -n ${slock_server_pids[mongodb-engine]:-} ]]; then
		slock_mongodb_engine
	fi
	if [[ -n ${slock_server_pids[mongodb]:-} ]]; then
		slock_mongodb_spawn
	fi
	server_redis_ready && server_redisgroups_ready && server_memcached_ready &&
		server_wait postgresql slock_postgresql_answers && server_wait mariadb slock_mariadb_answers &&
		server_wait zookeeper slock_zookeeper_answers "${slock_zookeeper_port[zookeeper]}" && server_mongodb_ready
}
