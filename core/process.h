/* SPDX-License-Identifier: MIT
 *
 * Which process is this? Connections, handles and locks remember the generation they were made in; a fork makes the
 * child's generation another one, so "made by another process" is one integer comparison and no system call. Plain
 * C. */
#ifndef SLOCK_CORE_PROCESS_H
#define SLOCK_CORE_PROCESS_H

#include "core/clock.h"

#include <stdbool.h>
#include <stdint.h>

/* Installs the fork handler. Call once, when the module is loaded. */
void slock_process_startup(void);

/* The number of forks between the process that loaded the module and this one; the same for all threads. */
uint32_t slock_process_generation(void);

/* getpid() without its system call. */
int slock_process_id(void);

/* The number of forks that this process or an ancestor has made since the module was loaded; every fork makes it
 * another one on both sides. Not changed since a handle was made: no other process can have a copy of the handle. */
uint32_t slock_process_forks(void);

/* Whether what PHP scripts have opened may be shared with another process: this one has forked, or was forked, since
 * its first request began. Whoever starts a program may have forked for that. */
bool slock_process_has_forked(void);

/* How many forks lie between the process whose first request has begun, and this one. 0: scripts of this process are
 * not in a child of one, whatever it has forked itself. */
uint32_t slock_process_depth(void);

/* When this process was forked; 0: it was not, since the module was loaded. */
slock_time slock_process_forked_at(void);

/* For a descriptor whose connection must end with the process that opened it, such as a session with locks: a child
 * that is forked lets go of its copy at once, so that the server sees the end of its parent. In the child the number
 * then stands for /dev/null, until whoever owns it closes it. It may be closed before without telling. When there are
 * too many of them, the copy stays open until the child closes it. */
void slock_process_drop_in_child(int fd);

/* A variable or function of the whole process, as those find it that are linked with the executable; NULL: there is
 * none. By its plain name it may be another one here: PHP loads extensions with RTLD_DEEPBIND, which has what the C
 * library defines go before what replaces it. */
void *slock_process_symbol(const char *name);

/* For slock.c only: a request begins. */
void slock_process_request_begins(void);

/* For slock.c only: a thread that runs PHP begins and ends. */
void slock_process_thread_begins(void);
void slock_process_thread_ends(void);

/* Whether one thread at most runs PHP in this process, so that a socket which a library opens during a call is that
 * call's. Always without thread safety, and with it in the command line; not in servers that run requests in
 * threads. */
bool slock_process_has_one_php_thread(void);

#endif
