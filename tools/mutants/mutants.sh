# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # root, out, optimise, jobs, php_config and server_kinds are those of ./dev
# The command mutants: small mistakes that are made in the C code on purpose, and whether a test sees them. Sourced by ./dev.

run_mutants() {
	local php
	php=("$("$php_config" --php-binary)" "$root/tools/mutants/mutants.php")
	if [[ " $* " == *" --list "* ]]; then
		"${php[@]}" "$root" "$@"
		return
	fi
	need_test
	packages binutils
	build_in mutants
	must_load mutants
	export SLOCK_TEST_MODULES=$out/mutants/modules SLOCK_TEST_PHP=${php[0]} NO_INTERACTION=1 MONGOC_DISABLE_SHM=1
	export TEST_PHP_SRCDIR=$out/mutants SLOCK_MUTANTS_CFLAGS="$optimise -std=gnu11 -w"
	mend_run_tests "$out/mutants"
	with_servers "${php[@]}" "$root" "$@"
}
