/* SPDX-License-Identifier: MIT
 *
 * zookeeper HOST:PORT: the requests of ZookeeperStore with the library without threads. Acquire: create an ephemeral
 * node; release, so that nobody else's lock is deleted: get it with its version, delete that version. */
#include <poll.h>
#include <stdbool.h>
#include <string.h>

#include <zookeeper/zookeeper.h>

#include "raw.h"

#define PATH "/slock-bench-raw"
#define TOKEN "cmF3IGJlbmNobWFyayB0b2tlbiwgMzIgYnl0ZXMgbG9uZw=="

static zhandle_t *handle;
static bool answered;
static int code, version;

static void turn(void)
{
	struct timeval limit;
	struct pollfd poller = {.fd = -1};
	int interest = 0, events = 0;

	if (zookeeper_interest(handle, &poller.fd, &interest, &limit) != ZOK) {
		give_up("no connection");
	}
	poller.events = (short) ((interest & ZOOKEEPER_READ ? POLLIN : 0) | (interest & ZOOKEEPER_WRITE ? POLLOUT : 0));
	poll(&poller, 1, (int) (limit.tv_sec * 1000 + limit.tv_usec / 1000));
	events |= poller.revents & (POLLIN | POLLHUP | POLLERR) ? ZOOKEEPER_READ : 0;
	events |= poller.revents & POLLOUT ? ZOOKEEPER_WRITE : 0;
	zookeeper_process(handle, events);
}

static void await(int sent, const char *what)
{
	if (sent != ZOK) {
		give_up("%s: %s", what, zerror(sent));
	}
	for (answered = false; !answered;) {
		turn();
	}
	if (code != ZOK) {
		give_up("%s: %s", what, zerror(code));
	}
}

static void on_event(zhandle_t *from, int type, int state, const char *path, void *context)
{
	(void) from;
	(void) type;
	(void) state;
	(void) path;
	(void) context;
}

static void on_created(int rc, const char *name, const void *context)
{
	(void) name;
	(void) context;
	code = rc;
	answered = true;
}

static void on_value(int rc, const char *value, int length, const struct Stat *stat, const void *context)
{
	(void) context;
	code = rc;
	answered = true;
	if (rc == ZOK) {
		version = stat->version;
		if (length != (int) strlen(TOKEN) || memcmp(value, TOKEN, (size_t) length)) {
			give_up("another one has the lock");
		}
	}
}

static void on_deleted(int rc, const void *context)
{
	(void) context;
	code = rc;
	answered = true;
}

static void cycle(void)
{
	await(zoo_acreate(handle, PATH, TOKEN, (int) strlen(TOKEN), &ZOO_OPEN_ACL_UNSAFE, ZOO_EPHEMERAL, on_created, NULL),
		  "create");
	await(zoo_aget(handle, PATH, 0, on_value, NULL), "get");
	await(zoo_adelete(handle, PATH, version, on_deleted, NULL), "delete");
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		give_up("usage: zookeeper HOST:PORT");
	}
	zoo_set_debug_level(ZOO_LOG_LEVEL_ERROR);
	handle = zookeeper_init(argv[1], on_event, 30000, NULL, NULL, 0);
	if (!handle) {
		give_up("no client");
	}
	while (zoo_state(handle) != ZOO_CONNECTED_STATE) {
		turn();
	}
	return serve(cycle);
}
