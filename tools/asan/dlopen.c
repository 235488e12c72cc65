/* SPDX-License-Identifier: MIT */
/* Preloaded by ./dev asan: PHP opens its modules with RTLD_DEEPBIND, which the address sanitizer cannot live with. */

#include <dlfcn.h>

void *dlopen(const char *file, int mode)
{
	static void *(*next)(const char *, int);

	if (!next) {
		*(void **) &next = dlsym(RTLD_NEXT, "dlopen");
	}
	return next(file, mode & ~RTLD_DEEPBIND);
}
