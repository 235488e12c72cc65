/* SPDX-License-Identifier: MIT
 *
 * The open files in a key's state: see flock_handle.h.
 *
 * A lock belongs to the open file description, which a fork shares: whichever process unlocks it, unlocks it for all.
 * So that the others find out, it leaves a mark in the one thing that they share as well and that nobody uses: the
 * file offset. Whoever wants to unlock or change the lock takes it away from the others first, by adding to the offset,
 * which the kernel does for one after another: all but the first find that they have nothing. As long as nobody forks
 * there is nobody to tell, and no system call is spent on it. */
#include "php_slock.h"
#include "stores/flock_handle.h"
#include "core/process.h"

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

/* What is added to the offset when the lock is taken away from the relatives: makes nothing of any mark. */
#define FLOCK_TAKEN 8

/* In the place of a descriptor: the lock is being changed; the same, and it was released meanwhile. */
#define FLOCK_CHANGING (-1)
#define FLOCK_LET_GO (-2)

static void flock_handle_close(intptr_t fd, bool inherited)
{
	(void) inherited;
	if (fd >= 0) {
		/* Without unlocking: a forked process may still hold it. */
		close((int) fd);
	}
}

const slock_handle_type slock_flock_handle_type = {.name = "lock file", .close = flock_handle_close};

void slock_flock_discard(slock_key *key, zend_string *name, slock_handle *handle)
{
	flock_handle_close(slock_handle_take(key, name, handle), false);
}

/* --- forks --- */

void slock_flock_mark(int fd, slock_flock_hold what)
{
	/* What cannot be marked (a pipe in the place of a file) is believed to be held by all. */
	if (lseek(fd, what, SEEK_SET) < 0) {
		return;
	}
}

/* What the open file holds after `added` was added to its offset, and before. */
static slock_flock_hold flock_handle_read_mark(const slock_handle *handle, off_t added)
{
	off_t offset;

	if (handle->held.value < 0) {
		return SLOCK_HOLDS_NOTHING;
	}
	offset = slock_handle_is_copied(handle) ? lseek((int) handle->held.value, added, SEEK_CUR) : added;
	if (offset < 0 || offset == added) {
		return handle->held.shared ? SLOCK_HOLDS_SHARED : SLOCK_HOLDS_EXCLUSIVE;
	}
	switch (offset - added) {
		case SLOCK_HOLDS_SHARED:
			return SLOCK_HOLDS_SHARED;
		case SLOCK_HOLDS_EXCLUSIVE:
			return SLOCK_HOLDS_EXCLUSIVE;
		default:
			return SLOCK_HOLDS_NOTHING;
	}
}

slock_flock_hold slock_flock_hold_of(const slock_handle *handle)
{
	return flock_handle_read_mark(handle, 0);
}

slock_flock_hold slock_flock_take_away(const slock_handle *handle)
{
	return flock_handle_read_mark(handle, FLOCK_TAKEN);
}

/* --- changes --- */

slock_handle *slock_flock_begin_change(slock_key *key, zend_string *name, zend_string *resource, zend_string *place)
{
	slock_held held = {.type = &slock_flock_handle_type,
					   .resource = resource,
					   .place = place,
					   .value = FLOCK_CHANGING,
					   .generation = slock_process_generation(),
					   .forks = slock_process_forks()};
	slock_handle *handle;

	slock_handle_keep(key, name, &held);
	handle = slock_handle_find(key, name, &slock_flock_handle_type, place);
	if (!handle || handle->held.value != FLOCK_CHANGING) {
		return NULL;
	}
	GC_ADDREF(&handle->std);
	return handle;
}

bool slock_flock_is_changing(const slock_handle *handle)
{
	return handle->held.value < 0 && !slock_handle_is_inherited(handle);
}

bool slock_flock_let_go(slock_handle *handle)
{
	const bool had = handle->held.value == FLOCK_CHANGING;

	/* It stays in the key: what this key locked meanwhile the change would wait for. */
	handle->held.value = FLOCK_LET_GO;
	return had;
}

bool slock_flock_end_change(slock_key *key, zend_string *name, slock_handle *handle)
{
	slock_handle *kept;
	bool held;

	if (!handle) {
		return true;
	}
	held = handle->held.value == FLOCK_CHANGING;
	kept = slock_handle_first(key, name, &slock_flock_handle_type);
	while (kept && kept != handle) {
		kept = slock_handle_next(key, kept);
	}
	if (kept) {
		slock_handle_take(key, name, kept);
	}
	/* PHP code may have put another state, or another resource, into the key. */
	slock_flock_abandon_change(handle);
	OBJ_RELEASE(&handle->std);
	return held;
}

void slock_flock_abandon_change(slock_handle *handle)
{
	if (handle) {
		handle->open = false;
	}
}
