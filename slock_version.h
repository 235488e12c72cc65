/* SPDX-License-Identifier: MIT
 *
 * The version. Plain C. */
#ifndef SLOCK_VERSION_H
#define SLOCK_VERSION_H

#define PHP_SLOCK_VERSION "0.1.0"

/* What a client module says that it belongs to. After an update a running process meets a newer one than its slock.so,
 * whose table may be another. Two builds of one version may differ in that, too: SLOCK_BUILD_ID is made of the headers
 * that both include, in slock_build.h, which make writes (Makefile.frag) and whoever uses this includes. */
#define SLOCK_BUILD "slock " PHP_SLOCK_VERSION " (" SLOCK_BUILD_ID ")"

#endif
