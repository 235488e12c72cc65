/* SPDX-License-Identifier: MIT
 *
 * clients/socket.c as a part of slock_redis.so: a source file can belong to one module only. */
#include "clients/socket.c"
