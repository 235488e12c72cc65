/* SPDX-License-Identifier: MIT
 *
 * See late_failures.h. The list is persistent memory: what is heard when connections end, after the request, is the
 * next one's to tell. */
#include "php_slock.h"
#include "core/late_failures.h"
#include "core/exceptions.h"
#include "core/interrupts.h"
#include "core/logger.h"
#include "core/process.h"

#include "zend_exceptions.h"

/* So many are kept. */
#define MOST_FAILURES 64

struct slock_late_failure {
	struct slock_late_failure *next;
	uint32_t generation; /* of the process that has heard of it */
	char *resource;      /* terminated, and may hold any bytes */
	size_t length;
	char *reason;
};

static void late_failures_free(struct slock_late_failure *failure)
{
	pefree(failure->resource, true);
	pefree(failure->reason, true);
	pefree(failure, true);
}

void slock_late_failure_note(const char *resource, size_t length, const char *reason)
{
	struct slock_late_failure **end = &SLOCK_G(late_failures), *noted;
	int count = 0;

	for (; *end; end = &(*end)->next) {
		if (++count >= MOST_FAILURES) {
			return;
		}
	}
	noted = pemalloc(sizeof(*noted), true);
	noted->next = NULL;
	noted->generation = slock_process_generation();
	noted->resource = pestrndup(resource, length, true);
	noted->length = length;
	noted->reason = pestrdup(reason, true);
	*end = noted;
}

static void late_failures_tell_one(const struct slock_late_failure *failure, zend_object *logger)
{
	zval reason;

	if (logger) {
		ZVAL_STRING(&reason, failure->reason);
		slock_log_named(logger, SLOCK_LOG_NOTICE, "Failed to release the \"{resource}\" lock, after it was let go of.",
						zend_string_init(failure->resource, failure->length, false),
						slock_log_extra("reason", &reason));
	} else {
		php_error_docref(NULL, E_WARNING, "Failed to release the \"%s\" lock, after it was let go of: %s",
						 failure->resource, failure->reason);
	}
}

/* Takes the first one of this process out of the list, or NULL. */
static struct slock_late_failure *late_failures_take(void)
{
	struct slock_late_failure *first;

	while ((first = SLOCK_G(late_failures))) {
		SLOCK_G(late_failures) = first->next;
		if (first->generation == slock_process_generation()) {
			return first;
		}
		late_failures_free(first);
	}
	return NULL;
}

void slock_late_failures_tell(zend_object *logger)
{
	/* It may be replaced meanwhile. */
	zend_object *held = slock_object_copy(logger);
	slock_saved_exception saved = {0};
	struct slock_late_failure *failure;

	if (EG(exception) && !slock_exception_is_exit(EG(exception))) {
		slock_exception_save(&saved);
	}
	slock_interrupts_defer();
	while (!EG(exception) && (failure = late_failures_take())) {
		/* In PHP code anything may happen, so it is nowhere else by now. A bailout loses it. */
		late_failures_tell_one(failure, logger);
		late_failures_free(failure);
		/* Of the logger, or of an error handler: handlers of signals wait. */
		slock_object_release(slock_exception_take());
	}
	slock_interrupts_resume();
	slock_exception_restore(&saved);
	slock_object_release(held);
}

void slock_late_failures_end_request(void)
{
	struct slock_late_failure *failure;
	zval handler;

	if (!slock_late_failures_are_known()) {
		return;
	}
	ZVAL_COPY_VALUE(&handler, &EG(user_error_handler));
	ZVAL_UNDEF(&EG(user_error_handler));
	while ((failure = late_failures_take())) {
		late_failures_tell_one(failure, NULL);
		late_failures_free(failure);
	}
	ZVAL_COPY_VALUE(&EG(user_error_handler), &handler);
}

void slock_late_failures_shutdown(struct slock_late_failure *failures)
{
	struct slock_late_failure *next;

	for (; failures; failures = next) {
		next = failures->next;
		late_failures_free(failures);
	}
}
