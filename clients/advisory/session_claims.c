/* SPDX-License-Identifier: MIT
 *
 * See session_claims.h. */
#include "php_slock.h"
#include "clients/advisory/session_claims.h"

bool slock_session_claim_begin(slock_session_claim *claim, const slock_session_locks *locks, const char *lock)
{
	bool at_the_end = EG(flags) & EG_FLAGS_IN_SHUTDOWN;

	if (!SLOCK_G(session_claims)) {
		ALLOC_HASHTABLE(SLOCK_G(session_claims));
		zend_hash_init(SLOCK_G(session_claims), 8, NULL, NULL, false);
	}
	claim->name = zend_strpprintf(0, "%p %d %s", (const void *) locks, at_the_end, lock);
	if (zend_hash_add_empty_element(SLOCK_G(session_claims), claim->name)) {
		return true;
	}
	zend_string_release(claim->name);
	claim->name = NULL;
	return false;
}

void slock_session_claim_end(slock_session_claim *claim)
{
	if (claim->name) {
		if (SLOCK_G(session_claims)) {
			zend_hash_del(SLOCK_G(session_claims), claim->name);
		}
		zend_string_release(claim->name);
		claim->name = NULL;
	}
}

void slock_session_claims_end_request(void)
{
	if (SLOCK_G(session_claims)) {
		zend_hash_destroy(SLOCK_G(session_claims));
		FREE_HASHTABLE(SLOCK_G(session_claims));
		SLOCK_G(session_claims) = NULL;
	}
}
