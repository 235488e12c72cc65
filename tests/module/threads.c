/* SPDX-License-Identifier: MIT
 *
 * An extension of a thread-safe PHP for threads.phpt: run_in_threads(string $file, int $threads) runs the file in that
 * many threads at the same time, each in a request of its own, as a server with threads does, and returns when all have
 * ended: how many of them had no request. A script finds the number of its thread in thread_number(), from 1 on. */
#include "php.h"
#include "SAPI.h"
#include "php_main.h"

#include <pthread.h>
#include <stdatomic.h>

ZEND_TSRMLS_CACHE_DEFINE()

enum { MOST = 64 };

typedef struct {
	pthread_t id;
	const char *file;
	int number;
	pthread_barrier_t *together;
} php_thread;

static _Thread_local int own_number;
static atomic_int without_request;

static void *run(void *data)
{
	const php_thread *self = data;

	ts_resource(0);
	ZEND_TSRMLS_CACHE_UPDATE();
	own_number = self->number;
	if (php_request_startup() == SUCCESS) {
		zend_file_handle file;

		SG(headers_sent) = 1;
		SG(request_info).no_headers = 1;
		PG(during_request_startup) = 0;
		pthread_barrier_wait(self->together);
		zend_stream_init_filename(&file, self->file);
		php_execute_script(&file);
		zend_destroy_file_handle(&file);
		php_request_shutdown(NULL);
	} else {
		atomic_fetch_add(&without_request, 1);
		pthread_barrier_wait(self->together);
	}
	ts_free_thread();
	return NULL;
}

ZEND_FUNCTION(run_in_threads)
{
	php_thread threads[MOST];
	pthread_barrier_t together;
	zend_string *file;
	zend_long count;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_PATH_STR(file)
		Z_PARAM_LONG(count)
	ZEND_PARSE_PARAMETERS_END();
	if (count < 1 || count > MOST || pthread_barrier_init(&together, NULL, (unsigned) count)) {
		zend_argument_value_error(2, "must be between 1 and %d", MOST);
		RETURN_THROWS();
	}
	atomic_store(&without_request, 0);
	for (zend_long i = 0; i < count; i++) {
		threads[i] = (php_thread){.file = ZSTR_VAL(file), .number = (int) i + 1, .together = &together};
		if (pthread_create(&threads[i].id, NULL, run, &threads[i])) {
			/* The others would wait for it without end. */
			zend_error_noreturn(E_ERROR, "no thread");
		}
	}
	for (zend_long i = 0; i < count; i++) {
		pthread_join(threads[i].id, NULL);
	}
	pthread_barrier_destroy(&together);
	RETURN_LONG(atomic_load(&without_request));
}

ZEND_FUNCTION(thread_number)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG(own_number);
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_run_in_threads, 0, 2, IS_LONG, 0)
ZEND_ARG_TYPE_INFO(0, file, IS_STRING, 0)
ZEND_ARG_TYPE_INFO(0, threads, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_thread_number, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {ZEND_FE(run_in_threads, arginfo_run_in_threads)
													ZEND_FE(thread_number, arginfo_thread_number) ZEND_FE_END};

zend_module_entry threads_module_entry = {
	STANDARD_MODULE_HEADER, "threads", functions, NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES,
};

ZEND_GET_MODULE(threads)
