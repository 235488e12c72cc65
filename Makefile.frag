# make test: the client modules beside slock.so are no PHP extensions, slock.so loads them itself.
PHP_TEST_SHARED_EXTENSIONS = -d extension=slock.so

# What slock.so and its client modules say that they belong to: all headers that both may include. It is looked at by every
# make, and written only when one of them has changed; what includes it is then compiled again. e3b0c44298fc is the hash of
# nothing: no header was found.
slock_build.h: slock_headers
	@id=`cd "$(srcdir)" && LC_ALL=C sha256sum slock_version.h core/*.h clients/*.h clients/*/*.h | sha256sum | cut -c 1-12`; \
	test -n "$$id" && test "$$id" != e3b0c44298fc || exit 1; \
	line="#define SLOCK_BUILD_ID \"$$id\""; \
	test "`cat slock_build.h 2>/dev/null`" = "$$line" || echo "$$line" >slock_build.h
.PHONY: slock_headers

$(shared_objects_slock) $(shared_objects_slock_redis) $(shared_objects_slock_memcached) $(shared_objects_slock_mongodb) \
$(shared_objects_slock_pgsql) $(shared_objects_slock_zookeeper): | slock_build.h
