/* SPDX-License-Identifier: MIT
 *
 * fastcgi SOCKET SCRIPT ANSWER: one cycle is one request for a page of php-fpm, over one connection that stays open, as
 * web servers keep theirs; ANSWER is what the page has to say. The first request of all has the query `ready`; what the
 * page says to that is printed in place of the word "ready", unless it is nothing. */
#include <sys/socket.h>
#include <sys/un.h>

#include "raw.h"

enum { BEGIN_REQUEST = 1, END_REQUEST = 3, PARAMETERS = 4, INPUT = 5, OUTPUT = 6, ERRORS = 7, HEADER = 8 };

struct message {
	size_t length;
	unsigned char bytes[4096];
};

static int server;
static const char *wanted;
static struct message request;
static size_t answered;
static char answer[8192];

static void add(struct message *to, const void *bytes, size_t length)
{
	if (length > sizeof(to->bytes) - to->length) {
		give_up("a request is too long");
	}
	memcpy(to->bytes + to->length, bytes, length);
	to->length += length;
}

static void add_record(struct message *to, int type, const struct message *content)
{
	unsigned char header[HEADER] = {
		1, (unsigned char) type, 0, 1, (unsigned char) (content->length >> 8), (unsigned char) content->length, 0, 0};

	add(to, header, sizeof(header));
	add(to, content->bytes, content->length);
}

static void add_parameter(struct message *to, const char *name, const char *value)
{
	unsigned char lengths[2] = {(unsigned char) strlen(name), (unsigned char) strlen(value)};

	if (strlen(name) > 127 || strlen(value) > 127) {
		give_up("%s is too long", name);
	}
	add(to, lengths, sizeof(lengths));
	add(to, name, lengths[0]);
	add(to, value, lengths[1]);
}

static void make_request(const char *script, const char *query)
{
	static const struct message nothing, begin = {8, {0, 1 /* responder */, 1 /* keep the connection */}};
	struct message parameters = {0};

	add_parameter(&parameters, "SCRIPT_FILENAME", script);
	add_parameter(&parameters, "REQUEST_METHOD", "GET");
	add_parameter(&parameters, "QUERY_STRING", query);
	request.length = 0;
	add_record(&request, BEGIN_REQUEST, &begin);
	add_record(&request, PARAMETERS, &parameters);
	add_record(&request, PARAMETERS, &nothing);
	add_record(&request, INPUT, &nothing);
}

/* What has arrived and was not looked at yet. */
static unsigned char arrived[65536];
static size_t from, until;

static void take(void *to, size_t length)
{
	while (length) {
		size_t part;

		if (from == until) {
			ssize_t got = read(server, arrived, sizeof(arrived));

			if (got <= 0) {
				give_up("php-fpm has closed the connection");
			}
			from = 0;
			until = (size_t) got;
		}
		part = length < until - from ? length : until - from;
		memcpy(to, arrived + from, part);
		to = (char *) to + part;
		from += part;
		length -= part;
	}
}

/* The page that php-fpm answers with; what it says to its log is printed, and ends the program. */
static const char *ask(void)
{
	static char content[65536 + 256];
	unsigned char header[HEADER];
	const char *body;

	if (write(server, request.bytes, request.length) != (ssize_t) request.length) {
		give_up("php-fpm takes no request");
	}
	answered = 0;
	do {
		size_t length;

		take(header, sizeof(header));
		length = ((size_t) header[4] << 8) + header[5];
		take(content, length + header[6]);
		if (header[1] == ERRORS && length) {
			give_up("%.*s", (int) length, content);
		}
		if (header[1] == OUTPUT) {
			if (length >= sizeof(answer) - answered) {
				give_up("a page is too long");
			}
			memcpy(answer + answered, content, length);
			answered += length;
		}
	} while (header[1] != END_REQUEST);
	answer[answered] = '\0';
	body = strstr(answer, "\r\n\r\n");
	if (!body || !strncmp(answer, "Status:", 7)) {
		give_up("not a page: %s", answer);
	}
	return body + 4;
}

static void cycle(void)
{
	const char *body = ask();

	if (strcmp(body, wanted)) {
		give_up("the page says: %s", body);
	}
}

int main(int argc, char **argv)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	static char ready[256];

	if (argc != 4 || strlen(argv[1]) >= sizeof(address.sun_path)) {
		give_up("usage: fastcgi SOCKET SCRIPT ANSWER");
	}
	strcpy(address.sun_path, argv[1]);
	server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (server < 0 || connect(server, (struct sockaddr *) &address, sizeof(address)) < 0) {
		give_up("cannot connect to %s", argv[1]);
	}
	wanted = argv[3];
	make_request(argv[2], "ready");
	snprintf(ready, sizeof(ready), "%s", ask());
	make_request(argv[2], "");
	return serve_as(*ready ? ready : "ready", nanoseconds, cycle);
}
