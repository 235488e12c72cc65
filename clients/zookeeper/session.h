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
	/* Looks for a node that is to go, and deletes it: after a forgotten CREATE, or for take_back(). When it is answered
	 * it waits for the session's thread to go on. */
	bool cleaning;
	bool found;            /* the same: it is there, and to be looked at once more when it is our turn */
	int refusals;          /* the same: how often the server has refused to look for it, or to delete it */
	slock_time not_before; /* the same: the pause after the last of them ends then */
	int turn;              /* among related processes; negative: none. Only the session's thread takes and gives it */
	bool changed;          /* WATCH */
	bool own;              /* DELETE: of a node of this session */
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
	/* Turns among related processes; NULL: there are none. */
	int (*take_turn)(const char *scope, const char *name, slock_time until);
	void (*give_turn)(int turn);
	char *scope;

	bool over;                           /* the handle cannot recover */
	bool ready;                          /* it was connected when last heard of */
	bool ever_ready;                     /* it has been connected once */
	bool caught_up;                      /* a SYNC went before all reads on this connection */
	unsigned connection;                 /* the number of the one that is ready, or was last: from 1 on */
	bool given_up;                       /* we have shut the socket down, and the reason is there already */
	bool cut_off;                        /* see slock_zookeeper_heed_silent_loss() */
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

/* Why the session is not ready. */
void slock_zookeeper_set_reason(slock_zookeeper_session *session, const char *reason);

/* The session is not connected any more: its caller is notified. NULL: the reason is there, or is not known. */
void slock_zookeeper_lose(slock_zookeeper_session *session, const char *reason);

/* After everything that may send. When the library cannot send, it closes its socket and tells nobody (since 3.5,
 * nonblocking_send() in its zookeeper.c): what it has asked on that connection stays asked, and the first answer on the
 * next one is taken for an answer to that, which ends as ZRUNTIMEINCONSISTENCY. So the session is lost from here on,
 * and cut off: its thread breaks the next connection as well, in a way that the library heeds. Then all that was asked
 * is answered with ZCONNECTIONLOSS. */
void slock_zookeeper_heed_silent_loss(slock_zookeeper_session *session);

/* Gives back the turn of the request, if it has one. */
void slock_zookeeper_give_turn(slock_zookeeper_request *request);

/* Takes the request out of its session and frees it. One that has a turn has it in the session's thread. */
void slock_zookeeper_free_request(slock_zookeeper_request *request);

/* Where the node of that key hangs in the list, or its end; and frees what hangs there, if there is something. */
slock_zookeeper_node **slock_zookeeper_find_node(slock_zookeeper_session *session, const char *path, const char *token,
												 size_t token_length);
void slock_zookeeper_free_node(slock_zookeeper_node **at);

/* Makes an eventfd readable. */
void slock_zookeeper_notify(int fd);

#endif
