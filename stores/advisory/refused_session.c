/* SPDX-License-Identifier: MIT
 *
 * A DSN that leads nowhere: see refused_session.h. */
#include "php_slock.h"
#include "core/exceptions.h"
#include "stores/advisory/refused_session.h"

typedef struct {
	slock_session base;
	zend_string *reason;
} refused_session;

static slock_session_locks *refused_locks(slock_session *session, bool connect, slock_time until, bool *fresh,
										  slock_result *result)
{
	*fresh = false;
	slock_result_exception(result, slock_ce_InvalidArgumentException, "%s",
						   ZSTR_VAL(((refused_session *) session)->reason));
	return NULL;
}

static const char *refused_transport(const slock_session *session)
{
	(void) session;
	return "none: the DSN cannot be used";
}

static void refused_free(slock_session *session)
{
	zend_string_release(((refused_session *) session)->reason);
	efree(session);
}

/* Without a lock table nobody asks it anything. */
static const slock_session_ops refused_ops = {
	.locks = refused_locks,
	.transport = refused_transport,
	.free = refused_free,
};

slock_session *slock_refused_session(void)
{
	refused_session *session;
	zend_object *exception;
	const char *reason;

	if (!EG(exception) || EG(exception)->ce != slock_ce_InvalidArgumentException) {
		return NULL;
	}
	exception = slock_exception_take();
	reason = slock_exception_message(exception);
	session = ecalloc(1, sizeof(*session));
	session->base.ops = &refused_ops;
	session->reason = zend_string_init(reason, strlen(reason), false);
	OBJ_RELEASE(exception);
	return &session->base;
}
