/* SPDX-License-Identifier: MIT
 *
 * Requests of the native ZooKeeper client: sending, answers, and taking back what no caller waits for. Plain C. */
#ifndef SLOCK_CLIENTS_ZOOKEEPER_REQUESTS_H
#define SLOCK_CLIENTS_ZOOKEEPER_REQUESTS_H

#include "clients/zookeeper/session.h"

/* A completion for those who do not care. */
void slock_zookeeper_ignore_answer(int rc, const void *data);

/* Goes on with the requests that look for nodes which are to go; while the connection is lost nothing is sent. For the
 * session's thread, in each of its turns. True: one waits for its turn among related processes, or for the end of a
 * pause. */
bool slock_zookeeper_clean_up(slock_zookeeper_session *session);

/* For the client's table: see zookeeper.h. */
slock_zookeeper_request *slock_zookeeper_send(slock_zookeeper_session *session, const slock_zookeeper_call *call,
											  slock_zookeeper_answer *answer);
bool slock_zookeeper_receive(slock_zookeeper_session *session, const slock_zookeeper_request *request,
							 slock_zookeeper_answer *answer);
bool slock_zookeeper_changed(slock_zookeeper_session *session, const slock_zookeeper_request *request);
void slock_zookeeper_forget(slock_zookeeper_session *session, slock_zookeeper_request *request, bool undo);
void slock_zookeeper_take_back(slock_zookeeper_session *session, const slock_zookeeper_call *call, bool unless_held);

#endif
