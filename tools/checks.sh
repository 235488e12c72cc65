# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # root, jobs, php_config are those of ./dev
# The commands lint, format, warnings, without, zts, debian13, newest, packages and upstream. Sourced by ./dev, whose functions and variables it uses.

lint_failures=0

# check TITLE COMMAND...: run one check, go on with the next, remember a failure.
check() {
	local title=$1
	shift
	if "$@"; then
		say "ok      $title"
	else
		say "FAILED  $title"
		lint_failures=$((lint_failures + 1))
	fi
}

# The C files that people write.
c_files() {
	{
		sources
		find bench tests tools -name '*.[ch]'
	} | grep '\.[ch]$' | grep -v '_arginfo\.h$' | LC_ALL=C sort
}

run_format() {
	packages clang-format
	needs clang-format "clang-format 14"
	c_files | xargs -d '\n' clang-format -i
}

lint_format() { c_files | xargs -d '\n' clang-format --dry-run -Werror; }

lint_cppcheck() {
	c_files | grep '\.c$' | cppcheck --file-list=- --quiet -j "$jobs" --std=c11 -I . --inline-suppr --error-exitcode=1 \
		--enable=warning,performance,portability --library=tools/cppcheck-php.cfg \
		--suppressions-list=tools/cppcheck.suppressions \
		--template='{file}:{line}: {severity}: {message} [{id}]'
}

# Stubs and headers must match in both directions. Other versions of gen_stub.php write the same in other words.
lint_arginfo() {
	local fresh version stub header status=0
	version=$("$php_config" --version)
	if [[ $version != 8.2.* ]]; then
		echo "arginfo is generated with the tools of PHP 8.2; this is $version, set PHP_CONFIG" >&2
		return 1
	fi
	fresh=$(mktemp -d)
	tools/gen-arginfo -o "$fresh" >/dev/null || status=1
	for stub in stubs/*.stub.php; do
		header=$(basename "$stub" .stub.php)_arginfo.h
		if ! diff -u "stubs/$header" "$fresh/$header" >&2; then
			echo "$stub and stubs/$header differ: run ./dev arginfo" >&2
			status=1
		fi
	done
	for header in stubs/*_arginfo.h; do
		if [[ ! -f ${header%_arginfo.h}.stub.php ]]; then
			echo "$header has no stub" >&2
			status=1
		fi
	done
	rm -rf "$fresh"
	return "$status"
}

# Whatever git knows that is named so, or says so in its first line.
lint_shell() {
	local file first
	local -a scripts=()
	while IFS= read -r file; do
		[[ -f $file && ! -L $file ]] || continue
		IFS= read -r first <"$file" 2>/dev/null || true
		[[ $file != *.sh && ! $first =~ ^'#!'.*[/\ ](ba|da|)sh( |$) ]] || scripts+=("$file")
	done < <(git ls-files --cached --others --exclude-standard)
	((${#scripts[@]})) || die "git names no shell script"
	shellcheck -x "${scripts[@]}"
}

lint_licence() {
	local file missing=0
	while IFS= read -r file; do
		if ! head -n 5 "$file" | grep -q 'SPDX-License-Identifier: MIT'; then
			echo "$file: no SPDX-License-Identifier among the first five lines" >&2
			missing=1
		fi
	done < <(c_files)
	return "$missing"
}

lint_php() {
	local php file status=0
	php=$("$php_config" --php-binary)
	while IFS= read -r file; do
		"$php" -n -l "$file" >/dev/null || status=1
	done < <(git ls-files --cached --others --exclude-standard -- '*.php' '*.inc')
	return "$status"
}

# Expected output copied from a run holds the path of the checkout; it would not hold anywhere else.
lint_paths() {
	local status=0
	git grep -nP "(?<![\\w./-])\\Q$root\\E/" >&2 || status=$?
	((status == 1))
}

# tools/house --list tells what there is of each.
lint_house() { "$("$php_config" --php-binary)" -n tools/house; }

lint_composer() {
	# shellcheck disable=SC2016 # PHP
	"$("$php_config" --php-binary)" -n -r '
		$read = fn ($file) => json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
		$package = $read("composer.json");
		$good = $package["type"] === "php-ext" && $package["php-ext"]["extension-name"] === "slock"
			&& ($package["php-ext"]["os-families"] ?? null) === ["linux"]; // elsewhere it does not compile
		foreach (["polyfill", "stubs"] as $name) {
			$package = $read("$name/composer.json");
			$good = $good && $package["name"] === "slock/$name" && $package["license"] === "MIT" && $package["description"];
			preg_match_all("~\w+\.stub\.php~", file_get_contents("$name/README.md"), $named);
			foreach ([...($package["autoload"]["files"] ?? []), ...$named[0]] as $file) {
				if (!is_file("$name/$file")) {
					$good = false;
					fwrite(STDERR, "there is no $name/$file\n");
				}
			}
		}
		exit($good ? 0 : 1);'
}

# A test that was renamed must not fall out of a list, or into a leg that has no time for it, without a word. One that
# is named twice would stay listed when a line goes.
lint_lists() {
	local list path status=0
	for list in tools/*.txt tools/asan/*.txt tests/allowed-skips.txt; do
		while IFS= read -r path; do
			[[ -e $path ]] || { echo "$list names $path, which is not there"; status=1; }
		done < <(sed '/^#/d' "$list" | grep -oE '\btests/[a-z0-9_/.-]+\.phpt\b')
		while IFS= read -r path; do
			echo "$list says twice: $path"
			status=1
		done < <(sed '/^#/d' "$list" | LC_ALL=C sort | uniq -d)
	done
	return "$status"
}

run_lint() {
	php_packages
	packages php-parser clang-format cppcheck shellcheck git
	needs clang-format "clang-format 14"
	needs cppcheck "cppcheck 2.10 or later"
	needs shellcheck "shellcheck"
	needs git "git"
	needs "$php_config" "PHP 8.2 with its development files (phpize, php-config) and PHP-Parser 4.15"
	[[ -n $(c_files) ]] || die "no C files found"
	check "formatting (clang-format; ./dev format mends it)" lint_format
	check "static analysis (cppcheck)" lint_cppcheck
	check "generated arginfo" lint_arginfo
	check "shell scripts (shellcheck)" lint_shell
	check "PHP files parse" lint_php
	check "licence lines" lint_licence
	check "the lists of tests name tests that there are" lint_lists
	check "no file names the directory of this checkout" lint_paths
	check "the shape of the house (tools/house)" lint_house
	check "package.xml lists every shipped file (tools/package-xml mends it)" tools/package-xml --check
	check "composer.json, and those of polyfill/ and stubs/" lint_composer
	check "options of configure in package.xml and composer.json" lint_options
	((lint_failures == 0)) || die "$lint_failures checks failed"
}

run_warnings() {
	need_build
	packages clang
	needs gcc "gcc"
	needs clang "clang"
	# What gcc says when it optimises, every other build says: none of them lets a warning pass.
	# shellcheck disable=SC2034 # build_in of ./dev reads it
	optimise=-O0
	# Seconds are doubles and slock_time counts nanoseconds: where one becomes the other without a word, it is wrong.
	build_in warnings-gcc gcc -Wfloat-conversion
	say "ok      gcc, no warnings"
	build_in warnings-clang clang
	say "ok      clang, no warnings"
	mkdir -p "$out/bench"
	make -s -C bench/raw OUT="$out/bench" PHP_CONFIG="$php_config" || die "the raw programs of the benchmarks cannot be built"
	say "ok      the raw programs of the benchmarks"
}

# TLS is a part of the client for Redis. Who asks for it gets it, or configure fails.
refuses_tls_alone() {
	local log=$out/without/tls-alone.log
	if (mkdir -p "$out/without-tls" && cd "$out/without-tls" && ../without/configure --without-slock-redis \
		--with-slock-openssl --with-php-config="$(command -v "$php_config")") </dev/null >"$log" 2>&1; then
		die "configure ignores --with-slock-openssl where there is no client for Redis"
	fi
	grep -q -- 'error: --with-slock-openssl is TLS for the native Redis client' "$log" ||
		die "configure says no more than: $(tail -n 3 "$log")"
}

# A library in a directory of its own is found by pkg-config. Who names the directory is told so, also where there is another one.
refuses_directories() {
	local log=$out/without/directory.log
	if (mkdir -p "$out/without-directory" && cd "$out/without-directory" && ../without/configure --with-slock-redis=/opt/x \
		--with-php-config="$(command -v "$php_config")") </dev/null >"$log" 2>&1; then
		die "configure ignores --with-slock-redis=/opt/x"
	fi
	grep -q -- 'error: --with-slock-redis takes no directory' "$log" || die "configure says no more than: $(tail -n 3 "$log")"
}

# Not optimised: it is built to be asked a few questions.
run_without() {
	local all=(redis openssl memcached mongodb pgsql zookeeper) name
	(($#)) || set -- "${all[@]}"
	for name in "$@"; do
		[[ " ${all[*]} " == *" $name "* ]] || die "there is no client \"$name\"; there are ${all[*]}"
		configure_options+=("--without-slock-$name")
	done
	need_build
	# shellcheck disable=SC2034 # build_in of ./dev reads it
	optimise=-O0
	build_in without
	must_load without
	SLOCK_TEST_MODULES=$out/without/modules "$("$php_config" --php-binary)" -n tools/without-check.php "$@" ||
		die "a build without $* does not do what it should"
	if [[ " $* " == *" redis "* ]]; then
		refuses_tls_alone
		refuses_directories
	fi
	say "ok      a build without $*"
}

# What configure knows must be what PECL and PIE ask for.
lint_options() {
	local options
	options=$(sed -n 's/^PHP_ARG_WITH(\[\(.*\)\],$/with-\1/p' config.m4)
	diff -u <(echo "$options") <(sed -n 's/.*<configureoption name="\([^"]*\)".*/\1/p' package.xml) >&2 &&
		diff -u <(echo "$options") <(sed -n 's/.*"name": "\(with-[^"]*\)".*/\1/p' composer.json) >&2
}

need_zts() {
	need_test
	packages dpkg-dev tar xz-utils libsqlite3-dev libpq-dev
}

run_zts() {
	local tests
	need_build
	need_zts
	# shellcheck disable=SC2034 # leg_tests of ./dev reads it
	leg=zts
	tests=$(leg_tests "$@")
	php_config=$(tools/zts-php)
	build_in zts
	must_load zts
	say "built .build/zts/modules/slock.so for $("$php_config" --version), thread-safe, with debugging"
	with_servers run_suite zts "$tests" -d include_path=.:/usr/share/php
}

# What users install: tools/packages. All of it is mounted and started in namespaces of its own.
run_packages() {
	need_build
	packages git php-pear redis-server
	need_debootstrap
	((EUID == 0)) || die "only root can make and enter a root folder"
	other_root=$(tools/debian-root 13)
	mkdir -p "$out/packages"
	lock packages
	unshare --mount --pid --fork --kill-child --mount-proc tools/packages "$out/packages" "$other_root"
}

# Runs in a mount namespace of its own, so that nothing stays mounted: the sources and the packages to compare with are
# those of this machine, .build is one of its own. All processes end with this one.
# shellcheck disable=SC2016 # expanded there
enter_root='
	root=$1 here=$2 build=$3 reference=$4
	shift 4
	mount -t proc proc "$root/proc"
	mount --rbind /dev "$root/dev"
	mount --bind "$here" "$root/srv/slock"
	mount --bind "$build" "$root/srv/slock/.build"
	mount --bind "$reference" "$root/root/.cache/slock/reference"
	exec chroot "$root" env -C /srv/slock "$@"'

run_debian13() {
	need_debootstrap
	other_root=$(tools/debian-root 13)
	begin_inside debian13 "$@"
	run_inside debian13 ./dev test "$@"
}

# The newest PHP, of an archive that is not always whole: 69 is EX_UNAVAILABLE, and no fault of a change.
run_newest() {
	local code=0
	need_debootstrap
	other_root=$(tools/debian-root newest) || code=$?
	((code != 69)) || echo "NOT RUN: the newest PHP cannot be had"
	((code == 0)) || return "$code"
	begin_inside newest "$@"
	run_inside newest env "PHP_CONFIG=$(basename "$other_root"/usr/bin/php-config[0-9]*)" ./dev test "$@"
}

# begin_inside LEG [TESTS]: what the tests need of this machine. The MongoDB-compatible server stays outside: it has a root
# folder of its own, and the network is shared.
begin_inside() {
	mkdir -p "$out/$1"
	lock "$1"
	use_servers
	find_references
	names_only_consumers "${@:2}" || servers_start mongodb || die "the MongoDB server did not start"
}

need_debootstrap() {
	packages debootstrap util-linux
	needs debootstrap "debootstrap"
	needs unshare "util-linux"
}

# A clean environment, but for what ./dev and the tests are told by it. No word of it is an argument of a command, which others
# can read.
clean_for() {
	local name
	for name in $(compgen -e); do
		case $name in
			SLOCK_JOBS | SLOCK_OPCACHE | SLOCK_REQUIRE_SERVERS | SLOCK_TEST_FUZZ_SECONDS | SLOCK_TEST_*_URI | \
				SLOCK_TEST_REDIS_SERVER | SLOCK_TEST_SEED | SLOCK_UNTIL | TEST_PHP_ARGS) ;;
			*) unset "$name" 2>/dev/null || true ;; # some are read-only
		esac
	done
	export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 SLOCK_LEG=$1
}

# run_inside LEG COMMAND...: runs it in that other root folder, with a directory for builds of its own.
run_inside() {
	local leg=$1 reference=${XDG_CACHE_HOME:-$HOME/.cache}/slock/reference status=0
	shift
	# In the background, so that a signal is heard at once; as a job, because stop_everything() tells all of its processes.
	set -m
	{
		clean_for "$leg"
		exec unshare --mount --ipc --pid --fork --kill-child bash -euc "$enter_root" enter_root \
			"$other_root" "$root" "$out/$leg" "$reference" "$@"
	} </dev/null &
	test_job=$!
	set +m
	wait "$test_job" || status=$?
	test_job=
	return "$status"
}

# The PHP package's own tests name the usual ports of the servers, and a user of PostgreSQL. So all of it happens in a network
# of its own, in which nobody else has these ports. There is no way out of it: what must be fetched is fetched before.
run_upstream() {
	need_test
	packages phpunit php-xml util-linux iproute2
	needs phpunit "PHPUnit 9"
	needs unshare "util-linux"
	needs ip "iproute2"
	((EUID == 0)) || die "only root can make a network of its own"
	build_in default
	must_load default
	SLOCK_UPSTREAM_COMPONENTS=$(tools/reference 6.4 source)
	export SLOCK_UPSTREAM_COMPONENTS
	use_servers
	command -v mongod >/dev/null || slock_mongodb_setup || die "there is no MongoDB server"
	mkdir -p "$out/upstream"
	unset SLOCK_TEST_MONGODB_URI
	exec unshare --net "$root/dev" upstream-inside
}

run_upstream-inside() {
	local admin status=0
	ip link set lo up
	use_servers
	# shellcheck disable=SC2034 # for server_free_port
	slock_server_own_ports=([redis-1]=6379 [memcached-1]=11211 [postgresql]=5432 [zookeeper]=2181 [mongodb]=27017)
	servers_start redis redisgroups memcached postgresql zookeeper mongodb || die "the test servers did not start"
	admin="host=127.0.0.1 user=$SLOCK_TEST_PGSQL_ADMIN_USER password=$SLOCK_TEST_PGSQL_ADMIN_PASSWORD dbname=postgres"
	"$SLOCK_TEST_PGSQL_BIN/psql" -qX -d "$admin" -c "CREATE ROLE postgres SUPERUSER LOGIN PASSWORD 'password'"
	# In the background, so that a signal is heard at once.
	set -m
	upstream_suite </dev/null &
	test_job=$!
	set +m
	wait "$test_job" || status=$?
	test_job=
	return "$status"
}

# The variables are those that the package's tests read.
upstream_suite() {
	local php
	php=$("$php_config" --php-binary)
	USER=root REDIS_HOST=127.0.0.1:6379 REDIS_CLUSTER_HOSTS=${SLOCK_TEST_REDIS_CLUSTER//,/ } MEMCACHED_HOST=127.0.0.1 \
		MONGODB_HOST=127.0.0.1 POSTGRES_HOST=127.0.0.1 ZOOKEEPER_HOST=127.0.0.1 SLOCK_TEST_MODULES=$out/default/modules \
		"$php" tools/upstream/run.php "$out/upstream" "$(command -v phpunit)" "$php" -d error_reporting=-1 \
		-d "extension=$out/default/modules/slock.so"
}
