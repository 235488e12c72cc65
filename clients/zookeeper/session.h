/* SPDX-License-Identifier: MIT
 *
 * What a session of the native ZooKeeper client consists of, and which sessions there are. libzookeeper.c keeps them
 * alive, requests.c sends and answers. Plain C; nothing here is seen outside of slock_zookeeper.so.1. */
#ifndef SLOCK_CLIENTS_ZOOKEEPER_SESSION_H
#define SLOCK_CLIENTS_ZOOKEEPER_SESSION_H

#include <pthread.h>

#include <zookeeper/zookeeper.h>

#include "clients/zookeeper/zookeeper.h"

/* A node that a key holds in the session, as the answers have told it. A CREATE of the same key that comes to nothing
 * must not take it away. */
typedef struct slock_zookeeper_node {
	struct slock_zookeeper_node *next; /* of the session */
	char *path;
	char *token;
	size_t token_length;
} slock_zookeeper_node;

struct slock_zookeeper_request {
	slock_zookeeper_request *next; /* of the session */
	slock_zookeeper_session *session;
	slock_zookeeper_verb verb;
	char *path;
	char *token;
	size_t token_length;
	bool answered;
	bool forgotten; /* no caller waits for it any more: freed when it is answered */
	bool undo;      /* a forgotten CREATE: what it made is to go */
	bool keep;      /* the same, but the key held the lock before, in a node that is to stay */
	bool again; /* a CREATE that takes the place of one that was to be undone: the node that it finds may be that one's
				 */
	bool cleaning; /* the GET that looks for what a forgotten CREATE may have made */
	bool changed;  /* WATCH */
	bool own;      /* DELETE: of a node of this session */
	slock_zookeeper_answer answer;
};

struct slock_zookeeper_session {
	zhandle_t *handle;
	watcher_fn watcher; /* of the session and of all watches */
	pthread_t thread;
	int to_thread; /* eventfd */
	int to_caller; /* eventfd: poll this */
	int socket;    /* the library's own, as it last told; -1: none */
	bool stop;
	bool over;                           /* the handle cannot recover */
	bool ready;                          /* it was connected when last heard of */
	bool ever_ready;                     /* it has been connected once */
	bool caught_up;                      /* a SYNC went before all reads on this connection */
	bool given_up;                       /* the attempt to connect took too long, and its socket was shut down */
	bool accepted;                       /* a server has accepted a connection since the session was opened */
	int refusals;                        /* attempts that no server accepted */
	int addresses;                       /* how many there are */
	int64_t id;                          /* what the server calls it; 0: not established yet */
	unsigned held;                       /* nodes made in it and not deleted, at least */
	slock_time connect_grace;            /* what one attempt to connect may take, handshake included */
	slock_time attempting;               /* when the attempt in progress began; 0: there is none */
	slock_time since;                    /* when it stopped being ready */
	slock_time lifetime;                 /* without a connection, after which a server that was up ends the session */
	char reason[SLOCK_ZOOKEEPER_REASON]; /* why it is not ready */
	slock_zookeeper_request *requests;
	slock_zookeeper_node *nodes;
	slock_zookeeper_session *next; /* of those that are in use, or that a child keeps without using them */
};

/* Guards everything, the library included, which has state of its own that all handles share. Nothing blocks while it
 * is held but close(), and a fork waits for it, so that a child always knows which descriptors there are. All functions
 * below want it held, but for the first and the last; in requests.h only those of the client's table do not. */
extern pthread_mutex_t slock_zookeeper_lock;

/* Once, and as the last thing before a session is opened: forks wait for the lock from then on. */
void slock_zookeeper_watch_forks(void);

/* The session is in use from now on; it is not any more; this child keeps it without using it, because to free what the
 * library allocated would write to the server. */
void slock_zookeeper_add_session(slock_zookeeper_session *session);
void slock_zookeeper_remove_session(slock_zookeeper_session *session);
void slock_zookeeper_inherit_session(slock_zookeeper_session *session);

/* Whose session is this? */
slock_zookeeper_owner slock_zookeeper_owner_of(const slock_zookeeper_session *session, int64_t id);

/* Takes the request out of its session and frees it. */
void slock_zookeeper_free_request(slock_zookeeper_request *request);

/* Where the node of that key hangs in the list, or its end; and frees what hangs there, if there is something. */
slock_zookeeper_node **slock_zookeeper_find_node(slock_zookeeper_session *session, const char *path, const char *token,
												 size_t token_length);
void slock_zookeeper_free_node(slock_zookeeper_node **at);

/* Makes an eventfd readable. */
void slock_zookeeper_notify(int fd);

#endif
