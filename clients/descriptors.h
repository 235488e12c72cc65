/* SPDX-License-Identifier: MIT
 *
 * The sockets that a library opens for us and does not show: which they are, close-on-exec, and shutting them down.
 * Plain C. */
#ifndef SLOCK_CLIENTS_DESCRIPTORS_H
#define SLOCK_CLIENTS_DESCRIPTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sockets that are known. By what they were one can tell whether a number stands for something else by now. */
#define SLOCK_SOCKETS 4
typedef struct {
	struct {
		int fd;
		uint64_t device, inode;
	} is[SLOCK_SOCKETS];
	unsigned count;
} slock_sockets;

/* Which descriptors were open at some moment. */
typedef struct {
	unsigned char *bits; /* NULL: not known, where the system does not tell or there is no memory */
	size_t size;         /* in bytes */
	slock_sockets known; /* some of them: a socket that has the number of one of these by now was opened since */
} slock_descriptors;

/* Notes which are open now, `known` among them. Free with the next one. */
void slock_descriptors_look(slock_descriptors *before, const slock_sockets *known);

/* Makes the sockets that were opened since close-on-exec, and frees. In a process with several threads those of other
 * threads too, which nobody wants an exec to inherit either. `ours`: no other thread opens any, and they are private to
 * this process (slock_process_drop_in_child()). `ours` also fills *sockets with the first of them; else there are none.
 */
void slock_descriptors_close_new_on_exec(slock_descriptors *before, bool ours, slock_sockets *sockets);

/* Shuts the sockets down that were opened since, or these as far as they are still there: whoever reads from them or
 * writes to them finds the connection closed, also in another thread. The descriptors stay open. */
void slock_descriptors_shut_new_down(const slock_descriptors *before);
void slock_sockets_shut_down(const slock_sockets *sockets);

#endif
