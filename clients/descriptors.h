/* SPDX-License-Identifier: MIT
 *
 * Close-on-exec for sockets that a library opens for us without it, and does not show. Plain C. */
#ifndef SLOCK_DESCRIPTORS_H
#define SLOCK_DESCRIPTORS_H

#include <stdbool.h>
#include <stddef.h>

/* Which descriptors were open at some moment. */
typedef struct {
	unsigned char *bits; /* NULL: not known, where the system does not tell or there is no memory */
	size_t size;         /* in bytes */
} slock_descriptors;

/* Notes which are open now. Free with one of the next two. */
void slock_descriptors_look(slock_descriptors *before);

/* Makes the sockets that were opened since close-on-exec, and frees. In a process with several threads those of other
 * threads too, which nobody wants an exec to inherit either. `ours`: no other thread opens any, and they are private to this
 * process (slock_process_drop_in_child()). */
void slock_descriptors_close_new_on_exec(slock_descriptors *before, bool ours);

void slock_descriptors_free(slock_descriptors *before);

#endif
