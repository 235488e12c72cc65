dnl SPDX-License-Identifier: MIT
dnl
dnl slock: every backend is found by pkg-config and is `auto` by default: built when its library is there.
dnl Each native client is a shared module of its own beside slock.so, loaded when the first connection is opened,
dnl so that a process that never talks to a backend does not pay for its library.

dnl configure removes core dumps called `core` after each of its checks; here that is a directory, and rm would complain.
m4_divert_text([INIT_PREPARE], [
rm ()
{
  if test "$[]1 $[]2" = "-f core"; then
    shift 2
    command rm -f "$[]@"
  else
    command rm "$[]@"
  fi
}
])

PHP_ARG_ENABLE([slock],
  [whether to enable slock],
  [AS_HELP_STRING([--enable-slock], [Enable native Symfony Lock classes])],
  [yes])

PHP_ARG_WITH([slock-redis],
  [for the native Redis client of slock],
  [AS_HELP_STRING([--with-slock-redis], [Build the native Redis client (hiredis); auto: when hiredis is found])],
  [auto],
  [no])

PHP_ARG_WITH([slock-openssl],
  [for TLS in the native Redis client of slock],
  [AS_HELP_STRING([--with-slock-openssl], [Build TLS into the native Redis client (OpenSSL); auto: when openssl is found])],
  [auto],
  [no])

PHP_ARG_WITH([slock-memcached],
  [for the native Memcached client of slock],
  [AS_HELP_STRING([--with-slock-memcached], [Build the native Memcached client (libmemcached); auto: when libmemcached is found])],
  [auto],
  [no])

PHP_ARG_WITH([slock-mongodb],
  [for the native MongoDB client of slock],
  [AS_HELP_STRING([--with-slock-mongodb], [Build the native MongoDB client (libmongoc); auto: when libmongoc is found])],
  [auto],
  [no])

PHP_ARG_WITH([slock-pgsql],
  [for the native PostgreSQL client of slock],
  [AS_HELP_STRING([--with-slock-pgsql], [Build the native PostgreSQL client (libpq); auto: when libpq is found])],
  [auto],
  [no])

PHP_ARG_WITH([slock-zookeeper],
  [for the native ZooKeeper client of slock],
  [AS_HELP_STRING([--with-slock-zookeeper], [Build the native ZooKeeper client (libzookeeper_st 3.7 or later); auto: when it is found])],
  [auto],
  [no])

if test "$PHP_SLOCK" != "no"; then
  case $host_os in
    linux*) ;;
    *) AC_MSG_ERROR([slock is for Linux; this is $host_os]) ;;
  esac
  AC_PATH_PROG([PKG_CONFIG], [pkg-config], [no])

  dnl SLOCK_CLIENT_LIBRARY(name, pkg-config module, package to install)
  dnl Sets slock_<name>_found, SLOCK_<NAME>_CFLAGS, SLOCK_<NAME>_LIBS; fails when the library was asked for and is not there.
  AC_DEFUN([SLOCK_CLIENT_LIBRARY], [
    slock_$1_found=no
    case $PHP_SLOCK_[]translit($1,a-z,A-Z) in
      yes | no | auto) ;;
      *) AC_MSG_ERROR([--with-slock-$1 takes no directory: set PKG_CONFIG_PATH to where the .pc file of $2 is]) ;;
    esac
    if test "$PHP_SLOCK_[]translit($1,a-z,A-Z)" != "no"; then
      AC_MSG_CHECKING([for $2])
      if test "$PKG_CONFIG" != "no" && $PKG_CONFIG --exists $2; then
        slock_$1_found=yes
        slock_$1_version=`$PKG_CONFIG --modversion $2`
        SLOCK_[]translit($1,a-z,A-Z)_CFLAGS=`$PKG_CONFIG --cflags $2`
        SLOCK_[]translit($1,a-z,A-Z)_LIBS=`$PKG_CONFIG --libs $2`
        AC_MSG_RESULT([$slock_$1_version])
      else
        AC_MSG_RESULT([no])
        if test "$PHP_SLOCK_[]translit($1,a-z,A-Z)" = "yes"; then
          AC_MSG_ERROR([$2 was not found by pkg-config; install $3, or configure --without-slock-$1])
        fi
      fi
    fi
  ])

  slock_sources="
    slock.c
    clients/advisory/client_object.c
    clients/advisory/session_age.c
    clients/advisory/session_claims.c
    clients/advisory/session_guard.c
    clients/advisory/session_locks.c
    clients/advisory/session_registry.c
    clients/channel.c
    clients/descriptors.c
    clients/dsn.c
    clients/dsn_options.c
    clients/in_use.c
    clients/memcached/client_object.c
    clients/memcached/dsn.c
    clients/memcached/line.c
    clients/memcached/native.c
    clients/memcached/versions.c
    clients/module.c
    clients/mongodb/client_document.c
    clients/mongodb/client_object.c
    clients/mongodb/native.c
    clients/mongodb/uri.c
    clients/pgsql/dsn.c
    clients/pgsql/native.c
    clients/pool.c
    clients/redis/client_object.c
    clients/redis/confirmation.c
    clients/redis/dsn.c
    clients/redis/line.c
    clients/redis/line_answer.c
    clients/redis/line_endpoint.c
    clients/redis/line_nodes.c
    clients/redis/line_pipeline.c
    clients/redis/line_sentinels.c
    clients/redis/lines.c
    clients/redis/lookup.c
    clients/redis/native.c
    clients/redis/native_channel.c
    clients/redis/object_address.c
    clients/redis/object_call.c
    clients/redis/object_connection.c
    clients/redis/object_server.c
    clients/redis/redirection.c
    clients/redis/routing.c
    clients/redis/silence.c
    clients/redis/slots.c
    clients/redis/subscription.c
    clients/redis/topology.c
    clients/redis/unheard.c
    clients/secrets.c
    clients/setting.c
    clients/sql/dbal.c
    clients/sql/dbal_connection.c
    clients/sql/fork_guard.c
    clients/sql/mysql_dsn.c
    clients/sql/pdo.c
    clients/sql/pdo_connection.c
    clients/sql/pdo_dsn.c
    clients/sql/sql.c
    clients/sql/url.c
    clients/sqlite_dsn.c
    clients/time_limit.c
    clients/userland.c
    clients/zookeeper/client_object.c
    clients/zookeeper/dsn.c
    clients/zookeeper/made_nodes.c
    clients/zookeeper/native.c
    clients/zookeeper/node_path.c
    clients/zookeeper/turns.c
    core/acquire.c
    core/alarm.c
    core/blocking_call.c
    core/clock.c
    core/consensus_strategy.c
    core/chance.c
    core/digest.c
    core/exceptions.c
    core/expiring_store_trait.c
    core/fencing.c
    core/fencing_token.c
    core/fork_gate.c
    core/functions.c
    core/handle.c
    core/interfaces.c
    core/interrupts.c
    core/keep_alive.c
    core/keeper.c
    core/keeper_known.c
    core/keeper_loss.c
    core/keepers.c
    core/keepers_interrupt.c
    core/kept_locks.c
    core/kept_store.c
    core/key.c
    core/key_methods.c
    core/late_failures.c
    core/lock.c
    core/lock_factory.c
    core/lock_lifetime.c
    core/lock_doubts.c
    core/lock_acquisition.c
    core/lock_notes.c
    core/lock_operations.c
    core/logger.c
    core/no_lock.c
    core/object.c
    core/preload.c
    core/path.c
    core/process.c
    core/renewer.c
    core/renewer_thread.c
    core/store.c
    core/store_methods.c
    core/store_operations.c
    core/store_show.c
    core/unanimous_strategy.c
    core/wait.c
    stores/advisory/acquisition.c
    stores/advisory/advisory_store.c
    stores/advisory/attempt.c
    stores/advisory/constructor.c
    stores/advisory/dialects.c
    stores/advisory/doctrine_dbal_mysql_store.c
    stores/advisory/doctrine_dbal_postgresql_store.c
    stores/advisory/mysql_store.c
    stores/advisory/operation.c
    stores/advisory/postgresql_store.c
    stores/advisory/refused_session.c
    stores/flock_claim.c
    stores/flock_handle.c
    stores/flock_store.c
    stores/in_memory_store.c
    stores/lock_directory.c
    stores/lock_file.c
    stores/lock_file_token.c
    stores/memcached/constructor.c
    stores/memcached/memcached_store.c
    stores/memcached/operation.c
    stores/mongodb/document_commands.c
    stores/mongodb/document_id.c
    stores/mongodb/document_store.c
    stores/mongodb/fence.c
    stores/mongodb/document_version.c
    stores/mongodb/place.c
    stores/mongodb/mongodb_store.c
    stores/null_store.c
    stores/quorum/collect.c
    stores/quorum/combined_store.c
    stores/quorum/member.c
    stores/quorum/round.c
    stores/quorum/tally.c
    stores/quorum/waiter.c
    stores/redis/constructor.c
    stores/redis/redis_store.c
    stores/redis/scripts.c
    stores/redis/wakeup.c
    stores/retry_till_save_store.c
    stores/semaphore_set.c
    stores/semaphore_store.c
    stores/store_factory.c
    stores/table/constructor.c
    stores/table/creation.c
    stores/table/database_table_trait.c
    stores/table/dbal_schema.c
    stores/table/doctrine_dbal_store.c
    stores/table/operation.c
    stores/table/pdo_store.c
    stores/table/statements.c
    stores/table/table_store.c
    stores/zookeeper/constructor.c
    stores/zookeeper/operation.c
    stores/zookeeper/zookeeper_store.c
  "

  AC_CHECK_FUNCS([semtimedop])
  dnl Part of the C library since glibc 2.34.
  PHP_ADD_LIBRARY([pthread], [], [SLOCK_SHARED_LIBADD])
  PHP_SUBST([SLOCK_SHARED_LIBADD])

  PHP_ADD_INCLUDE([$ext_srcdir])
  PHP_ADD_BUILD_DIR([
    $ext_builddir/core
    $ext_builddir/clients
    $ext_builddir/clients/advisory
    $ext_builddir/clients/memcached
    $ext_builddir/clients/mongodb
    $ext_builddir/clients/pgsql
    $ext_builddir/clients/redis
    $ext_builddir/clients/sql
    $ext_builddir/clients/zookeeper
    $ext_builddir/stores
    $ext_builddir/stores/advisory
    $ext_builddir/stores/memcached
    $ext_builddir/stores/mongodb
    $ext_builddir/stores/quorum
    $ext_builddir/stores/redis
    $ext_builddir/stores/table
    $ext_builddir/stores/zookeeper
  ])

  SLOCK_CLIENT_LIBRARY([redis], [hiredis], [libhiredis-dev])
  if test "$slock_redis_found" = "yes"; then
    AC_DEFINE_UNQUOTED([SLOCK_REDIS_BUILD_VERSION], ["$slock_redis_version"], [Version of hiredis the native Redis client is built with])
  fi

  dnl A client module has no get_module(): it is not a PHP extension, only built and installed like one. Its name ends in
  dnl .so.1, because pecl and people take what ends in .so for an extension that php.ini may load.
  dnl SLOCK_CLIENT_MODULE(name, sources, flags for the compiler)
  AC_DEFUN([SLOCK_CLIENT_MODULE], [
    PHP_EVAL_LIBLINE([$SLOCK_[]translit($1,a-z,A-Z)_LIBS], [SLOCK_[]translit($1,a-z,A-Z)_SHARED_LIBADD])
    SLOCK_[]translit($1,a-z,A-Z)_SHARED_LIBADD="$SLOCK_[]translit($1,a-z,A-Z)_SHARED_LIBADD -shrext .so.1"
    PHP_SUBST([SLOCK_[]translit($1,a-z,A-Z)_SHARED_LIBADD])
    PHP_NEW_EXTENSION([slock_$1], [$2], [shared],, [$3])
  ])
  if test "$slock_redis_found" = "yes"; then
    dnl TLS, where there is OpenSSL; hiredis has none of its own before 1.0, and its socket is not used anyway.
    SLOCK_CLIENT_LIBRARY([openssl], [openssl], [libssl-dev])
    if test "$slock_openssl_found" = "yes"; then
      AC_DEFINE([SLOCK_REDIS_TLS], [1], [The native Redis client knows TLS])
      AC_DEFINE_UNQUOTED([SLOCK_OPENSSL_BUILD_VERSION], ["$slock_openssl_version"], [Version of OpenSSL the native Redis client is built with])
      SLOCK_REDIS_CFLAGS="$SLOCK_REDIS_CFLAGS $SLOCK_OPENSSL_CFLAGS -DSLOCK_REDIS_TLS=1"
      SLOCK_REDIS_LIBS="$SLOCK_REDIS_LIBS $SLOCK_OPENSSL_LIBS"
    fi
    SLOCK_CLIENT_MODULE([redis], [clients/redis/connect.c clients/redis/connection.c clients/redis/hiredis.c clients/redis/socket.c clients/redis/tls.c], [$SLOCK_REDIS_CFLAGS -fvisibility=hidden])
  elif test "$PHP_SLOCK_OPENSSL" != "no" && test "$PHP_SLOCK_OPENSSL" != "auto"; then
    AC_MSG_ERROR([--with-slock-openssl is TLS for the native Redis client, which is not built; install libhiredis-dev and configure --with-slock-redis, or leave it out])
  fi

  SLOCK_CLIENT_LIBRARY([memcached], [libmemcached], [libmemcached-dev])
  if test "$slock_memcached_found" = "yes"; then
    AC_DEFINE_UNQUOTED([SLOCK_MEMCACHED_BUILD_VERSION], ["$slock_memcached_version"], [Version of libmemcached the native Memcached client is built with])
    SLOCK_CLIENT_MODULE([memcached], [clients/memcached/libmemcached.c clients/memcached/connect.c clients/memcached/flight.c clients/memcached/reader.c clients/memcached/wire.c clients/memcached/socket.c], [$SLOCK_MEMCACHED_CFLAGS -fvisibility=hidden])
  fi

  dnl libmongoc 2.x has another pkg-config name than 1.x.
  slock_mongoc=libmongoc-1.0
  if test "$PKG_CONFIG" != "no"; then
    for slock_candidate in mongoc2 libmongoc-2; do
      if $PKG_CONFIG --exists $slock_candidate; then
        slock_mongoc=$slock_candidate
        break
      fi
    done
  fi
  SLOCK_CLIENT_LIBRARY([mongodb], [$slock_mongoc], [libmongoc-dev])
  if test "$slock_mongodb_found" = "yes"; then
    AC_DEFINE_UNQUOTED([SLOCK_MONGODB_BUILD_VERSION], ["$slock_mongodb_version"], [Version of libmongoc the native MongoDB client is built with])
    SLOCK_CLIENT_MODULE([mongodb], [clients/mongodb/libmongoc.c clients/mongodb/commands.c clients/mongodb/document.c clients/mongodb/endpoint.c clients/mongodb/stream.c], [$SLOCK_MONGODB_CFLAGS -fvisibility=hidden])
  fi

  SLOCK_CLIENT_LIBRARY([pgsql], [libpq], [libpq-dev])
  if test "$slock_pgsql_found" = "yes"; then
    AC_DEFINE_UNQUOTED([SLOCK_PGSQL_BUILD_VERSION], ["$slock_pgsql_version"], [Version of libpq the native PostgreSQL client is built with])
    SLOCK_CLIENT_MODULE([pgsql], [clients/pgsql/libpq.c clients/pgsql/cancel.c clients/pgsql/pooler.c clients/pgsql/prepared.c clients/pgsql/search.c], [$SLOCK_PGSQL_CFLAGS])
  fi

  dnl ZooKeeper's C client comes without a pkg-config file. zoo_set_servers_resolution_delay() is the newest function that is
  dnl needed. The library without threads: see clients/zookeeper/libzookeeper.c.
  slock_zookeeper_found=no
  if test "$PHP_SLOCK_ZOOKEEPER" != "no"; then
    slock_zookeeper_prefix=
    if test "$PHP_SLOCK_ZOOKEEPER" != "yes" && test "$PHP_SLOCK_ZOOKEEPER" != "auto"; then
      slock_zookeeper_prefix=$PHP_SLOCK_ZOOKEEPER
    fi
    slock_saved_CPPFLAGS=$CPPFLAGS
    slock_saved_LIBS=$LIBS
    if test -n "$slock_zookeeper_prefix"; then
      SLOCK_ZOOKEEPER_CFLAGS="-I$slock_zookeeper_prefix/include"
      SLOCK_ZOOKEEPER_LIBS="-L$slock_zookeeper_prefix/$PHP_LIBDIR"
    fi
    SLOCK_ZOOKEEPER_LIBS="$SLOCK_ZOOKEEPER_LIBS -lzookeeper_st"
    CPPFLAGS="$CPPFLAGS $SLOCK_ZOOKEEPER_CFLAGS"
    LIBS="$SLOCK_ZOOKEEPER_LIBS $LIBS"
    AC_CHECK_HEADER([zookeeper/zookeeper.h], [
      AC_MSG_CHECKING([for zoo_set_servers_resolution_delay in -lzookeeper_st])
      AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <zookeeper/zookeeper.h>]],
          [[return zoo_set_servers_resolution_delay(0, -1);]])],
        [AC_MSG_RESULT([yes])
          slock_zookeeper_found=yes],
        [AC_MSG_RESULT([no])])
    ])
    if test "$slock_zookeeper_found" = "yes"; then
      slock_zookeeper_version=`printf '#include <zookeeper/zookeeper_version.h>\nZOO_VERSION\n' | $CC -E -P $CPPFLAGS - 2>/dev/null | sed -n 's/^.*"\(.*\)".*$/\1/p'`
      test -n "$slock_zookeeper_version" || slock_zookeeper_version=unknown
      AC_DEFINE_UNQUOTED([SLOCK_ZOOKEEPER_BUILD_VERSION], ["$slock_zookeeper_version"], [Version of the library the native ZooKeeper client is built with])
    elif test "$PHP_SLOCK_ZOOKEEPER" != "auto"; then
      AC_MSG_ERROR([libzookeeper_st was not found; install libzookeeper-st-dev, or configure --without-slock-zookeeper])
    fi
    CPPFLAGS=$slock_saved_CPPFLAGS
    LIBS=$slock_saved_LIBS
  fi
  if test "$slock_zookeeper_found" = "yes"; then
    SLOCK_CLIENT_MODULE([zookeeper], [clients/zookeeper/addresses.c clients/zookeeper/libzookeeper.c clients/zookeeper/requests.c clients/zookeeper/session.c], [$SLOCK_ZOOKEEPER_CFLAGS -fvisibility=hidden])
  fi

  dnl Who has not asked for a client by its name reads here whether it will be there.
  slock_built= slock_left_out=
  for slock_client in redis openssl memcached mongodb pgsql zookeeper; do
    eval "slock_found=\$slock_${slock_client}_found"
    if test "$slock_found" = "yes"; then
      slock_built="$slock_built $slock_client"
    else
      slock_left_out="$slock_left_out $slock_client"
    fi
  done
  test "$PKG_CONFIG" != "no" || slock_left_out="$slock_left_out (there is no pkg-config)"
  AC_MSG_NOTICE([slock: native clients that are built:${slock_built:- none}; left out:${slock_left_out:- none}])

  PHP_NEW_EXTENSION([slock], [$slock_sources], [$ext_shared],, [-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 -fvisibility=hidden])
  PHP_ADD_MAKEFILE_FRAGMENT
fi
