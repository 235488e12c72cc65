/* SPDX-License-Identifier: MIT
 *
 * The commands that the native client sends: those of MongoDbStore are made here, of MongoDbDocumentStore in
 * document.c. Plain C over libbson. */
#ifndef SLOCK_CLIENTS_MONGODB_COMMANDS_H
#define SLOCK_CLIENTS_MONGODB_COMMANDS_H

#include <bson/bson.h>

#include "clients/mongodb/mongodb.h"

/* Makes the command of the call, which the caller destroys. False: there is none, the result has the reason. */
bool slock_mongodb_command_build(bson_t *command, const slock_mongodb_call *call, slock_result *result);

#endif
