# make test: the client modules beside slock.so are no PHP extensions, slock.so loads them itself.
PHP_TEST_SHARED_EXTENSIONS = -d extension=slock.so
