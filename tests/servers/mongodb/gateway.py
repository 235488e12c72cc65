#!/usr/bin/python3
"""MongoDB wire protocol (OP_MSG, and OP_QUERY for the first handshake) in front
of the DocumentDB PostgreSQL extension.  Test use only: no authentication, no TLS.

One thread for each client connection, with a PostgreSQL connection of its own; the
next client takes over what one leaves behind, since making one costs the extension
more than a command does, and clients whose time limit is over all come again.
Every data command goes to the extension as the raw BSON the client sent, and the reply is the
extension's own BSON; only error codes are translated, since the extension writes
them as packed SQLSTATEs.  usage: gateway.py HOST PORT[,PORT...] "PG DSN" [replset]"""
import collections, itertools, select, socket, struct, sys, threading, time
import bson, psycopg2
from bson.codec_options import CodecOptions
from bson.int64 import Int64
from bson.son import SON

CODEC = CodecOptions(document_class=SON, unicode_decode_error_handler='replace')
# SQLSTATE -> (MongoDB code, name).  M... are the extension's own.
ERR = {'M0001': (2, 'BadValue'), 'M0003': (9, 'FailedToParse'), 'M0004': (14, 'TypeMismatch'),
       'M0005': (15, 'Overflow'), 'M0006': (20, 'IllegalOperation'), 'M0008': (26, 'NamespaceNotFound'),
       'M0009': (27, 'IndexNotFound'), 'M000A': (28, 'PathNotViable'), 'M000D': (40, 'ConflictingUpdateOperators'),
       'M000E': (43, 'CursorNotFound'), 'M000F': (48, 'NamespaceExists'), 'M000G': (52, 'DollarPrefixedFieldName'),
       'M000J': (56, 'EmptyFieldName'), 'M000M': (66, 'ImmutableField'), 'M000N': (67, 'CannotCreateIndex'),
       'M000O': (68, 'IndexAlreadyExists'), 'M000P': (72, 'InvalidOptions'), 'M000Q': (73, 'InvalidNamespace'),
       'M000R': (85, 'IndexOptionsConflict'), 'M000S': (86, 'IndexKeySpecsConflict'),
       'M000U': (115, 'CommandNotSupported'), 'M0012': (197, 'InvalidIndexSpecificationOption'),
       'M0019': (361, 'CollectionUUIDMismatch'), 'M001B': (10334, 'BSONObjectTooLarge'),
       'M001C': (11000, 'DuplicateKey'), 'M007U': (40324, 'Location40324'), 'M0088': (40415, 'Location40415'),
       'M0087': (40414, 'Location40414'),
       '23505': (11000, 'DuplicateKey'), '23P01': (11000, 'DuplicateKey'), '40P01': (112, 'WriteConflict'),
       '40001': (117, 'ConflictingOperationInProgress'), '55P03': (24, 'LockTimeout'),
       '57014': (50, 'MaxTimeMSExpired'), '57P01': (91, 'ShutdownInProgress'), '57P03': (91, 'ShutdownInProgress'),
       '42P01': (26, 'NamespaceNotFound'), '42P07': (48, 'NamespaceExists'), '0A000': (115, 'CommandNotSupported'),
       '22P02': (9, 'FailedToParse'), '22023': (2, 'BadValue'), '22016': (2, 'BadValue')}
# command -> SQL taking the database name and the command document
PAGE = 'SELECT cursorpage, continuation, cursorid FROM documentdb_api.%s_cursor_first_page(%%s, %%s)'
SQL = {'find': PAGE % 'find', 'aggregate': PAGE % 'aggregate', 'listCollections': PAGE % 'list_collections',
       'listIndexes': PAGE % 'list_indexes',
       'insert': 'SELECT * FROM documentdb_api.insert(%s, %s)', 'update': 'SELECT * FROM documentdb_api.update(%s, %s)',
       'delete': 'SELECT * FROM documentdb_api.delete(%s, %s)',
       'findAndModify': 'SELECT * FROM documentdb_api.find_and_modify(%s, %s)',
       'count': 'SELECT document FROM documentdb_api.count_query(%s, %s)',
       'distinct': 'SELECT document FROM documentdb_api.distinct_query(%s, %s)',
       'createIndexes': 'SELECT * FROM documentdb_api.create_indexes_background(%s, %s)',
       'dropIndexes': 'CALL documentdb_api.drop_indexes(%s, %s)',
       'create': 'SELECT documentdb_api.create_collection_view(%s, %s)'}
ALIAS = {'findandmodify': 'findAndModify', 'ismaster': 'isMaster', 'buildinfo': 'buildInfo', 'deleteIndexes': 'dropIndexes'}
WRITES = ('insert', 'update', 'delete', 'findAndModify')
cursors, counter, started, failpoint = {}, itertools.count(1), time.time(), {}
# What arrived: counted as mongod counts it, and the names of the last commands on each database and of each application
OPCOUNTER = {'insert': 'insert', 'find': 'query', 'update': 'update', 'delete': 'delete', 'getMore': 'getmore'}
opcounters, arrived = dict.fromkeys(['insert', 'query', 'update', 'delete', 'getmore', 'command'], 0), {}


# Connections to PostgreSQL that no client has. What is in a deque is taken, and given back, by one thread at a time.
idle = collections.deque(maxlen=32)


class CommandError(Exception):
    def __init__(self, state, message):
        self.code, self.name = ERR.get(state, (1 if state[:1] != 'M' else 8, 'InternalError'))
        super().__init__('%s [%s]' % (message, state) if state not in ERR else message)


def state_of(packed):
    return ''.join(chr(((packed >> 6 * i) & 63) + 48) for i in range(5))


def hexed(raw):
    return 'BSONHEX' + raw.hex()


def unhexed(text):
    return bytes.fromhex(text[7:])


def encode(*pairs):
    return bson.encode(SON(pairs))


def exact(sock, n):
    buf = bytearray()
    while len(buf) < n:
        part = sock.recv(n - len(buf))
        if not part:
            raise ConnectionError
        buf += part
    return bytes(buf)


def fold(body, name, docs):
    """body with the array `name` of raw documents appended to it"""
    arr = b''.join(b'\x03%d\x00' % i + d for i, d in enumerate(docs))
    arr = struct.pack('<i', len(arr) + 5) + arr + b'\0'
    out = body[4:-1] + b'\x04' + name + b'\0' + arr + b'\0'
    return struct.pack('<i', len(out) + 4) + out


def parse_msg(data):
    flags = struct.unpack_from('<I', data)[0]
    if flags & 1:
        data = data[:-4]
    pos, body, seqs = 4, None, []
    while pos < len(data):
        kind, size = data[pos], struct.unpack_from('<i', data, pos + 1)[0]
        chunk = data[pos + 1:pos + 1 + size]
        pos += 1 + size
        if kind == 0:
            body = chunk
            continue
        end = chunk.index(b'\0', 4)
        name, at, docs = chunk[4:end], end + 1, []
        while at < len(chunk):
            n = struct.unpack_from('<i', chunk, at)[0]
            docs.append(chunk[at:at + n])
            at += n
        seqs.append((name, docs))
    for name, docs in seqs:
        body = fold(body, name, docs)
    return flags, body


class Client(threading.Thread):
    def __init__(self, sock, dsn, replset):
        super().__init__(daemon=True)
        self.sock, self.dsn, self.replset, self.id, self.db, self.app = sock, dsn, replset, next(counter), None, None

    def connect(self):
        while idle:
            try:
                db = idle.pop()
            except IndexError:
                break
            if not select.select([db], [], [], 0)[0]:    # else the engine has closed it, or says so
                return db
            db.close()
        db = psycopg2.connect(self.dsn)
        db.autocommit = True
        return db

    def query(self, sql, *args):
        try:
            if self.db is None or self.db.closed:
                self.db = self.connect()
            with self.db.cursor() as cur:
                cur.execute(sql, args)
                return cur.fetchone()
        except psycopg2.Error as e:
            raise CommandError(e.pgcode or '57P01', (e.diag.message_primary if e.diag else None) or str(e))

    def hello(self, name):
        host, port = self.sock.getsockname()[:2]
        out = [('ismaster' if name != 'hello' else 'isWritablePrimary', True), ('helloOk', True)]
        if self.replset:
            me = '%s:%d' % (host, port)
            out += [('setName', 'rs0'), ('setVersion', 1), ('secondary', False), ('hosts', [me]), ('primary', me),
                    ('me', me), ('electionId', bson.ObjectId('7fffffff0000000000000001'))]
        return encode(*out, ('maxBsonObjectSize', 16777216), ('maxMessageSizeBytes', 48000000),
                      ('maxWriteBatchSize', 25000), ('localTime', bson.datetime.datetime.now(bson.datetime.timezone.utc)),
                      ('logicalSessionTimeoutMinutes', 30), ('connectionId', self.id), ('minWireVersion', 0),
                      ('maxWireVersion', 17), ('readOnly', False), ('ok', 1.0))

    def page(self, row, cid=None):
        raw, continuation = unhexed(row[0]), row[1]
        cid = cid or (row[2] if len(row) > 2 else 0)
        if continuation is not None and cid:
            cursors[cid] = continuation
        return raw

    def translate(self, raw):
        doc = bson.decode(raw, CODEC)
        for e in doc.get('writeErrors', ()):
            err = CommandError(state_of(e['code']), e.get('errmsg', ''))
            if err.code in (1, 13, 24, 112):        # the upstream gateway fails the whole command for these
                raise err
            e['code'], e['errmsg'] = err.code, str(err)
        return bson.encode(doc)

    def create_indexes(self, row):
        raw, ok, requests = row
        while ok and requests not in (None, 'BSONHEX0500000000'):  # a pg_cron job: wait, as mongod does
            _, ok, done = self.query('SELECT * FROM documentdb_api_internal.check_build_index_status(%s)', requests)[:3]
            if done:
                break
            time.sleep(0.02)
        doc = bson.decode(unhexed(raw), CODEC)
        shard = doc.get('raw', {}).get('defaultShard', doc)
        if not ok:
            raise CommandError(state_of(shard.get('code', 0)), shard.get('errmsg', ''))
        keep = [(k, v) for k, v in shard.items() if k != 'ok']
        return encode(*keep, ('ok', 1.0))

    def run_command(self, raw):
        doc = bson.decode(raw, CODEC)
        name = next(iter(doc))
        name, db, ok = ALIAS.get(name, name), doc.get('$db', 'test'), encode(('ok', 1.0))
        if name in ('hello', 'isMaster'):
            return self.hello(name)
        if name in ('ping', 'endSessions', 'killSessions', 'refreshSessions', 'getLog', 'logout'):
            return ok
        if name == 'buildInfo':
            return encode(('version', '6.0.0'), ('versionArray', [6, 0, 0, 0]), ('gitVersion', 'documentdb-gateway'),
                          ('bits', 64), ('maxBsonObjectSize', 16777216), ('modules', []), ('ok', 1.0))
        if name == 'whatsmyuri':
            return encode(('you', '%s:%d' % self.sock.getpeername()[:2]), ('ok', 1.0))
        if name == 'getParameter':
            return encode(('featureCompatibilityVersion', SON(version='6.0')), ('ok', 1.0))
        if name == 'serverStatus':
            return encode(('version', '6.0.0'), ('process', 'gateway'), ('uptime', time.time() - started),
                          ('opcounters', SON(opcounters)), ('arrived', SON((k, list(v)) for k, v in list(arrived.items()))), ('ok', 1.0))
        if name in SQL:
            row = self.query(SQL[name], db, hexed(raw))
            if name in WRITES:
                return unhexed(row[0]) if row[1] else self.translate(unhexed(row[0]))
            if name == 'createIndexes':
                return self.create_indexes(row)
            if name == 'dropIndexes':
                out = bson.decode(unhexed(row[0]), CODEC)
                if not out.get('ok'):
                    raise CommandError(state_of(out.get('code', 0)), out.get('errmsg', ''))
                out['ok'] = 1.0
                return bson.encode(out)
            return self.page(row) if len(row) == 3 else unhexed(row[0])
        if name == 'getMore':
            if doc['getMore'] not in cursors:
                raise CommandError('M000E', 'cursor id %d not found' % doc['getMore'])
            return self.page(self.query('SELECT cursorpage, continuation FROM documentdb_api.cursor_get_more(%s, %s, %s)',
                                        db, hexed(raw), cursors.pop(doc['getMore'])), doc['getMore'])
        if name == 'killCursors':
            gone = [c for c in doc['cursors'] if cursors.pop(c, None)]
            return encode(('cursorsKilled', [Int64(c) for c in gone]), ('cursorsNotFound', []), ('cursorsAlive', []),
                          ('cursorsUnknown', []), ('ok', 1.0))
        if name == 'drop':
            if not self.query('SELECT documentdb_api.drop_collection(%s, %s)', db, doc['drop'])[0]:
                raise CommandError('M0008', 'ns not found')
            return encode(('ns', '%s.%s' % (db, doc['drop'])), ('nIndexesWas', 1), ('ok', 1.0))
        if name == 'dropDatabase':
            self.query('SELECT documentdb_api.drop_database(%s)', db)
            return encode(('dropped', db), ('ok', 1.0))
        if name == 'listDatabases':
            return unhexed(self.query('SELECT documentdb_api.list_databases(%s)', hexed(raw))[0])
        return encode(('ok', 0.0), ('errmsg', "no such command: '%s'" % name), ('code', 59), ('codeName', 'CommandNotFound'))

    def concern(self, doc):
        """what a host without replication, or a replica set of one, says to writeConcern.w"""
        w = (doc.get('writeConcern') or {}).get('w', 1)
        if w == 'majority' or isinstance(w, int) and w < 2:
            return None
        if not self.replset:
            raise CommandError('M0001', "cannot use 'w' > 1 when a host is not replicated" if isinstance(w, int) else
                               "cannot use non-majority 'w' mode %s when a host is not replicated" % w)
        return SON([('code', 100), ('codeName', 'UnsatisfiableWriteConcern'), ('errmsg', 'Not enough data-bearing nodes')]
                   if isinstance(w, int) else [('code', 79), ('codeName', 'UnknownReplWriteConcern'),
                   ('errmsg', "No write concern mode named '%s' found in replica set configuration" % w)])

    def guarded(self, raw):
        """run_command with the server's own test hook (configureFailPoint failCommand) and write concerns"""
        doc = bson.decode(raw, CODEC)
        name = next(iter(doc))
        opcounters[OPCOUNTER.get(name, 'command')] += 1
        for where in (doc.get('$db', 'test'), self.app and 'application ' + self.app):
            if where:
                arrived.setdefault(where.replace('.', '_'), collections.deque(maxlen=200)).append(name)
        if name == 'configureFailPoint':
            failpoint.clear()
            if doc['mode'] != 'off':
                failpoint.update(doc.get('data', {}), mode=doc['mode'])
            return encode(('ok', 1.0))
        bad = self.concern(doc) if name in WRITES else None
        if name in ('hello', 'isMaster', 'ismaster') and 'client' in doc:
            self.app = doc['client'].get('application', {}).get('name')
        if name in failpoint.get('failCommands', ()) and failpoint.get('appName') in (None, self.app):
            data, mode = dict(failpoint), failpoint['mode']
            if mode != 'alwaysOn':
                mode = failpoint['mode'] = {'times': mode['times'] - 1}
                if mode['times'] < 1:
                    failpoint.clear()
            if data.get('blockConnection'):
                time.sleep(data['blockTimeMS'] / 1000)
            if data.get('closeConnection'):
                raise ConnectionError
            if 'errorCode' in data:
                return encode(('ok', 0.0), ('errmsg', "Failing command via 'failCommand' failpoint"),
                              ('code', data['errorCode']), ('codeName', 'FailPoint'))
            bad = data.get('writeConcernError', bad)
        out = self.run_command(raw)
        if bad:
            out = bson.decode(out, CODEC)
            out['writeConcernError'] = bad
            out = bson.encode(out)
        return out

    def answer(self, raw):
        try:
            return self.guarded(raw)
        except ConnectionError:
            raise
        except CommandError as e:
            return encode(('ok', 0.0), ('errmsg', str(e)), ('code', e.code), ('codeName', e.name))
        except Exception as e:
            return encode(('ok', 0.0), ('errmsg', 'gateway: %r' % e), ('code', 1), ('codeName', 'InternalError'))

    def run(self):
        try:
            while True:
                size, rid, _, op = struct.unpack('<iiii', exact(self.sock, 16))
                data = exact(self.sock, size - 16)
                if op == 2013:
                    flags, raw = parse_msg(data)
                    out = self.answer(raw)
                    if flags & 2:                    # moreToCome: the client wants no reply
                        continue
                    head, code = struct.pack('<IB', 0, 0), 2013
                elif op == 2004:                     # OP_QUERY on <db>.$cmd: flags, name\0, skip, limit, document
                    raw = data[data.index(b'\0', 4) + 9:]
                    raw = raw[:struct.unpack_from('<i', raw)[0]]
                    out, head, code = self.answer(raw), struct.pack('<iqii', 8, 0, 0, 1), 1
                else:
                    return
                self.sock.sendall(struct.pack('<iiii', 16 + len(head) + len(out), next(counter), rid, code) + head + out)
        except (ConnectionError, OSError, struct.error):
            pass
        finally:
            self.sock.close()
            if self.db is not None and not self.db.closed:
                idle.append(self.db)


def serve(server, dsn, replset):
    while True:
        sock, _ = server.accept()
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        Client(sock, dsn, replset).start()


if __name__ == '__main__':
    host, ports, dsn = sys.argv[1:4]
    for server in [socket.create_server((host, int(p)), backlog=128) for p in ports.split(',')]:
        threading.Thread(target=serve, args=(server, dsn, 'replset' in sys.argv[4:])).start()
