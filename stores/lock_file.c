/* SPDX-License-Identifier: MIT
 *
 * Lock files: see lock_file.h. */
#include "php_slock.h"
#include "core/digest.h"
#include "stores/lock_file.h"

#include "ext/standard/base64.h"
#include "ext/standard/flock_compat.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#ifdef _WIN32
#include <io.h>
#define OPEN_FLAGS (_O_NOINHERIT | _O_BINARY)
#else
#include <unistd.h>
/* Never through a symbolic link that another user has put there, and never hanging on a pipe or a terminal. */
#define OPEN_FLAGS (O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK)
#endif

/* Another user's file may be seen between its making and its chmod(). */
#define CHMOD_TRIES 10
#define CHMOD_DELAY_US 200

/* Who is removing a file will have done so in an instant. */
#define LEAVING_DELAY_US 100

/* How often a file may be made and removed by others before we can open it. */
#define MAX_RACES 1000

/* Appends at most 50 characters in which every run of unusual ones is one dash. */
static size_t lock_file_append_readable(char *to, zend_string *resource)
{
	size_t length = 0;
	bool dash = false;

	for (size_t i = 0; i < ZSTR_LEN(resource) && length < 50; i++) {
		char c = ZSTR_VAL(resource)[i];

		if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
			c == '-') {
			to[length++] = c;
			dash = false;
		} else if (!dash) {
			to[length++] = '-';
			dash = true;
		}
	}
	return length;
}

zend_string *slock_lock_file_name(zend_string *directory, zend_string *resource)
{
	unsigned char digest[32];
	char readable[50];
	size_t length = lock_file_append_readable(readable, resource);
	zend_string *hash, *file;

	slock_digest(slock_sha256, resource, digest);
	/* Seven characters come from the first six bytes. */
	hash = php_base64_encode(digest, 6);
	for (size_t i = 0; i < 7; i++) {
		if (ZSTR_VAL(hash)[i] == '/') {
			ZSTR_VAL(hash)[i] = '_';
		}
	}
	file = zend_strpprintf(0, "%s/sf.%.*s.%.7s.lock", ZSTR_VAL(directory), (int) length, readable, ZSTR_VAL(hash));
	zend_string_release(hash);
	return file;
}

/* The end of a long path says more than its beginning. */
#define SHOWN_PATH 380
static const char *lock_file_shown(const char *file)
{
	size_t length = strlen(file);

	return length > SHOWN_PATH ? file + length - SHOWN_PATH : file;
}

slock_status slock_lock_file_error(slock_result *result, const char *what, const char *file, int error)
{
	const char *shown = lock_file_shown(file);

	return slock_result_error(result, "Cannot %s the lock file \"%s%s\": %s", what, shown > file ? "..." : "", shown,
							  strerror(error));
}

static slock_status lock_file_open_error(slock_result *result, const char *file, int error)
{
#ifndef _WIN32
	struct stat info;

	if (error == ELOOP && lstat(file, &info) == 0 && S_ISLNK(info.st_mode)) {
		const char *shown = lock_file_shown(file);

		return slock_result_error(result, "Refused to open the lock file \"%s%s\": it is a symbolic link",
								  shown > file ? "..." : "", shown);
	}
#endif
	return slock_lock_file_error(result, "open", file, error);
}

/* `awaits_mode`: it is to be written to, and its mode may still be what the umask has left of it. */
static int lock_file_open_existing(const char *file, bool awaits_mode)
{
	int fd = open(file, O_RDWR | OPEN_FLAGS);

	/* A file of another user that may only be read can be locked all the same. */
	if (fd < 0 && ((errno == EACCES && !awaits_mode) || errno == EPERM || errno == EROFS)) {
		fd = open(file, O_RDONLY | OPEN_FLAGS);
	}
	return fd;
}

static int lock_file_create(const char *file)
{
	int fd = open(file, O_RDWR | O_CREAT | O_EXCL | OPEN_FLAGS, 0666);

#ifndef _WIN32
	/* Whatever the umask: other users are to lock it too. Where that cannot be, it is as well without. */
	if (fd >= 0 && fchmod(fd, 0666) < 0) {
		return fd;
	}
#endif
	return fd;
}

slock_status slock_lock_file_open(const char *file, bool to_write, int *fd, slock_result *result)
{
	int denied = 0, races = 0;

	for (;;) {
		*fd = lock_file_open_existing(file, to_write && denied < CHMOD_TRIES);
		if (*fd < 0 && errno == ENOENT) {
			*fd = lock_file_create(file);
		}
		if (*fd >= 0) {
			return SLOCK_OK;
		}
		if (errno == EACCES && denied++ < CHMOD_TRIES) {
			usleep(CHMOD_DELAY_US);
		} else if (errno != EINTR && (errno != EEXIST || races++ > MAX_RACES)) {
			return lock_file_open_error(result, file, errno);
		}
	}
}

static bool lock_file_is_one(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool slock_lock_file_is_named(int fd, const char *file)
{
	struct stat opened, named;

	return fstat(fd, &opened) == 0 && stat(file, &named) == 0 && lock_file_is_one(&opened, &named);
}

bool slock_lock_file_is_same(const char *file, const char *other)
{
	struct stat one, two;

	return stat(file, &one) == 0 && stat(other, &two) == 0 && lock_file_is_one(&one, &two);
}

int slock_lock_file_try(int fd, int operation)
{
	while (flock(fd, operation | LOCK_NB) < 0) {
		if (errno != EINTR) {
			return errno;
		}
	}
	return 0;
}

/* --- removing ----------------------------------------------------------------------------------------------------- */

/* Who looks whether anybody else has the file, locks it for writing, and would be taken for an owner by all who try
 * meanwhile. So he says so, by a lock of another kind, which excludes nobody and ends with the process at the latest:
 * for reading, on one byte behind whatever the file has. */
#ifdef F_OFD_SETLK
#define LEAVING_BYTE (1 << 30)

static void lock_file_set_leaving(int fd, short type)
{
	struct flock mark = {.l_type = type, .l_whence = SEEK_SET, .l_start = LEAVING_BYTE, .l_len = 1};

	/* Where that cannot be, those who try are refused once in a while without an owner. */
	if (fcntl(fd, F_OFD_SETLK, &mark) < 0) {
		return;
	}
}

static bool lock_file_has_leaving(int fd)
{
	struct flock mark = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = LEAVING_BYTE, .l_len = 1};

	/* On NFS an owner's lock is of this kind, too, but on the whole file. */
	return fcntl(fd, F_OFD_GETLK, &mark) == 0 && mark.l_type == F_RDLCK && mark.l_start == LEAVING_BYTE &&
		   mark.l_len == 1;
}
#else
#define F_RDLCK 0
#define F_UNLCK 0

static void lock_file_set_leaving(int fd, short type)
{
	(void) fd;
	(void) type;
}

static bool lock_file_has_leaving(int fd)
{
	(void) fd;
	return false;
}
#endif

void slock_lock_file_remove(int fd, const char *file)
{
	if (slock_lock_file_is_named(fd, file)) {
		unlink(file);
	}
}

void slock_lock_file_remove_unless_locked(int fd, const char *file)
{
	lock_file_set_leaving(fd, F_RDLCK);
	if (slock_lock_file_try(fd, LOCK_EX) == 0) {
		slock_lock_file_remove(fd, file);
	}
}

void slock_lock_file_end_removing(int fd)
{
	lock_file_set_leaving(fd, F_UNLCK);
}

bool slock_lock_file_is_leaving(int fd, const char *file)
{
	if (lock_file_has_leaving(fd)) {
		usleep(LEAVING_DELAY_US);
		return true;
	}
	/* In this order: he removes the file, or unlocks it, before he takes back his word. */
	return !slock_lock_file_is_named(fd, file);
}
