/* SPDX-License-Identifier: MIT
 *
 * The sockets of slock_redis.so.1. Every module has a copy of its own, compiled with its own flags; make knows a file
 * by one rule only. */
#include "clients/socket.c"
