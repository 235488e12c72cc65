/* SPDX-License-Identifier: MIT
 *
 * Prepared statements of one session: what its server knows of them, and how one is sent. Plain C over libpq. */
#ifndef SLOCK_CLIENTS_PGSQL_PREPARED_H
#define SLOCK_CLIENTS_PGSQL_PREPARED_H

#include <libpq-fe.h>

#include "clients/pgsql/pgsql.h"

/* All zero: nothing is known. */
typedef struct {
	uint32_t known;   /* one bit for the number of each statement that the server knows, as far as we know */
	uint32_t as_text; /* of these the text is sent each time, because others have their names; UINT32_MAX: of all */
	/* The statement on the wire; NULL: it is none of these, or it must not be sent again. */
	const slock_session_statement *sent;
	char argument[SLOCK_PGSQL_ARGUMENT_SIZE];
} slock_prepared;

/* The statement that is sent from now on. The argument is copied. */
void slock_prepared_choose(slock_prepared *prepared, const slock_session_statement *statement, const char *argument);

/* Whether it has to be sent as any other statement, by the text that is printed then. */
#define SLOCK_PREPARED_TEXT_SIZE 512
bool slock_prepared_print(const slock_prepared *prepared, char sql[SLOCK_PREPARED_TEXT_SIZE]);

/* Else this puts it on the wire, in one message with the request to prepare it if the server does not know it. false:
 * libpq tells why not. */
bool slock_prepared_send(const slock_prepared *prepared, PGconn *session);

/* Whether results are awaited of both; then each of them is to be followed, the last one ends this. */
bool slock_prepared_is_pipeline(const PGconn *session);

/* false: libpq tells why the session is of no use any more. */
bool slock_prepared_follow(slock_prepared *prepared, PGconn *session, const PGresult *from);

/* After an error: whether the server has done nothing because it does not know the statement, or knows another one by
 * its name, and it is to be sent again. That will be in another way, and not without end. */
bool slock_prepared_is_to_be_repeated(slock_prepared *prepared, const char *sqlstate);

#endif
