/* SPDX-License-Identifier: MIT
 *
 * What the two halves of the native ZooKeeper client share: libzookeeper.c keeps sessions alive, requests.c sends and
 * answers. Plain C; nothing here is seen outside of slock_zookeeper.so. */
#ifndef SLOCK_CLIENTS_ZOOKEEPER_SESSION_H
#define SLOCK_CLIENTS_ZOOKEEPER_SESSION_H

#include <pthread.h>

#include <zookeeper/zookeeper.h>

#include "clients/zookeeper/zookeeper.h"

/* A node that a key holds in the session, as the answers have told it. A CREATE of the same key that comes to nothing must not
 * take it away. */
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
	bool forgotten; /* nobody waits for it any more: freed when it is answered */
	bool undo;      /* a forgotten CREATE: what it made is to go */
	bool keep;      /* the same, but the key held the lock before, in a node that is to stay */
	bool
		again; /* a CREATE that takes the place of one that was to be undone: the node that it finds may be that one's */
	bool cleaning; /* the GET that looks for what a forgotten CREATE may have made */
	bool changed;  /* WATCH */
	bool own;      /* DELETE: of a node of this session */
	slock_zookeeper_answer answer;
};

struct slock_zookeeper_session {
	zhandle_t *handle;
	pthread_t thread;
	int to_thread; /* eventfd */
	int to_caller; /* eventfd: poll this */
	int socket;    /* the library's own, as it last told; -1: none */
	bool stop;
	bool over;         /* the handle cannot recover */
	bool ready;        /* it was connected when last heard of */
	bool ever_ready;   /* it has been connected once */
	bool caught_up;    /* a SYNC went before all reads on this connection */
	bool given_up;     /* the attempt to connect took too long, and its socket was shut down */
	bool accepted;     /* a server has accepted a connection since the session was opened */
	int refusals;      /* attempts that no server accepted */
	int addresses;     /* how many there are */
	int64_t id;        /* what the server calls it; 0: not established yet */
	unsigned held;     /* nodes made in it and not deleted, at least */
	double patience;   /* seconds that one attempt to connect may take, handshake included */
	double attempting; /* when the attempt in progress began; 0: there is none */
	double since;      /* when it stopped being ready */
	double lifetime;   /* seconds without a connection after which a server that was up ends the session */
	char reason[SLOCK_ZOOKEEPER_REASON]; /* why it is not ready */
	slock_zookeeper_request *requests;
	slock_zookeeper_node *nodes;
	slock_zookeeper_session *next; /* of those that are in use, or that a child keeps without using them */
};

/* Guards everything, the library included: see libzookeeper.c. All functions below but those of the client's table want
 * it held. */
extern pthread_mutex_t slock_zookeeper_lock;

/* Whose session is this? */
slock_zookeeper_owner slock_zookeeper_owner_of(const slock_zookeeper_session *session, int64_t id);

/* Makes an eventfd readable. */
void slock_zookeeper_ring(int fd);

/* The watcher of all watches. */
void slock_zookeeper_on_event(zhandle_t *handle, int type, int state, const char *path, void *session);

/* A completion for those who do not care. */
void slock_zookeeper_ignore_answer(int rc, const void *data);

/* Takes the request out of its session and frees it. */
void slock_zookeeper_free_request(slock_zookeeper_request *request);

/* Frees what the session knows of its nodes. */
void slock_zookeeper_free_nodes(slock_zookeeper_session *session);

/* Looks for the node that a forgotten CREATE may have made, and deletes it; while the connection is lost nothing is sent,
 * and the session calls again when it is back. Frees the request in the end. */
void slock_zookeeper_clean_up(slock_zookeeper_request *request);

/* For the client's table: see zookeeper.h. */
slock_zookeeper_request *slock_zookeeper_send(slock_zookeeper_session *session, const slock_zookeeper_call *call,
											  slock_zookeeper_answer *answer);
bool slock_zookeeper_receive(slock_zookeeper_session *session, const slock_zookeeper_request *request,
							 slock_zookeeper_answer *answer);
bool slock_zookeeper_changed(slock_zookeeper_session *session, const slock_zookeeper_request *request);
void slock_zookeeper_forget(slock_zookeeper_session *session, slock_zookeeper_request *request, bool undo);

#endif
