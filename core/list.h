/* SPDX-License-Identifier: MIT
 *
 * A list whose members leave it without a search: each has `next`, and in `anchor` where the pointer to it is. Plain
 * C. */
#ifndef SLOCK_CORE_LIST_H
#define SLOCK_CORE_LIST_H

/* Puts it in front of the list whose first pointer is at `first`. */
#define SLOCK_LIST_INSERT(first, member)                                                                               \
	do {                                                                                                               \
		(member)->anchor = (first);                                                                                    \
		(member)->next = *(member)->anchor;                                                                            \
		if ((member)->next) {                                                                                          \
			(member)->next->anchor = &(member)->next;                                                                  \
		}                                                                                                              \
		*(member)->anchor = (member);                                                                                  \
	} while (0)

/* Takes it out of the list that it is in. */
#define SLOCK_LIST_REMOVE(member)                                                                                      \
	do {                                                                                                               \
		*(member)->anchor = (member)->next;                                                                            \
		if ((member)->next) {                                                                                          \
			(member)->next->anchor = (member)->anchor;                                                                 \
		}                                                                                                              \
	} while (0)

#endif
