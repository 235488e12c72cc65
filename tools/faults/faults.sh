# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # root, out and php_config are those of ./dev
# The command faults: every store under faults that are injected, and a checker of what happened. Sourced by ./dev.

run_faults() {
	local own=() kinds=()
	need_test
	build_in default
	must_load default
	use_servers
	SLOCK_TEST_REF_74=$(tools/reference 7.4) || die "the reference package 7.4 could not be had"
	SLOCK_TEST_PGSQL_BIN=$(slock_postgresql_bin)
	slock_mysql_find || die "there is no MySQL or MariaDB server"
	SLOCK_TEST_ZOOKEEPER_CLASSPATH=$slock_zookeeper_jar:$slock_zookeeper_log_jar
	export SLOCK_TEST_REF_74 SLOCK_TEST_PGSQL_BIN SLOCK_TEST_MYSQL_SERVER SLOCK_TEST_ZOOKEEPER_CLASSPATH
	export SLOCK_TEST_MODULES=$out/default/modules MONGOC_DISABLE_SHM=1 SLOCK_FAULTS_KEPT=$out/faults
	rm -rf "$out/faults"
	mapfile -t kinds < <(faults_php --servers "$@")
	if ((${#kinds[@]})); then
		servers_start "${kinds[@]}" || die "the test servers did not start"
	fi
	# Semaphores are removed, and those of others are not ours; small disks are mounted, for us alone.
	((EUID != 0)) || ! unshare --ipc true 2>/dev/null || own=(unshare --ipc)
	if ((EUID == 0)) && unshare --mount mount -t tmpfs faults /mnt 2>/dev/null; then
		own=(unshare --ipc --mount)
		export SLOCK_FAULTS_MOUNTS=1
	fi
	faults_php "$@" || { say "the histories are in .build/faults"; return 1; }
}

# Masters of Redis that are killed, and the locks that are lost with them.
run_failovers() {
	need_test
	build_in default
	must_load default
	export SLOCK_TEST_MODULES=$out/default/modules
	"$("$php_config" --php-binary)" -n -d extension=posix -d "extension=$SLOCK_TEST_MODULES/slock.so" \
		"$root/tools/faults/failovers.php" "$@"
}

faults_php() {
	"${own[@]}" "$("$php_config" --php-binary)" -n -d extension=posix -d include_path=.:/usr/share/php \
		-d "extension=$SLOCK_TEST_MODULES/slock.so" "$root/tools/faults/faults.php" "$@"
}
