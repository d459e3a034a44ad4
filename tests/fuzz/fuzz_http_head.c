/* Any bytes as the head of a request. What is read does not hang on how the bytes come: a part of a good head is
 * awaited, never refused; what was refused or read once is so whatever follows. What comes out is where the lines say,
 * and has nothing in it that could part something else. Then the host and the proxies that it names. */
#include "fuzz.h"
#include "net/host_name.h"
#include "net/network.h"

static HttpHead head, part;

static bool lies_in(Slice slice, const char *text, size_t count) {
    return !slice.length || (slice.at >= text && slice.at + slice.length <= text + count);
}

static bool is_clean(Slice slice, bool blanks) {
    for (size_t i = 0; i < slice.length; i++) {
        unsigned char c = (unsigned char)slice.at[i];
        if (c == 0x7f || (c < 0x20 && !(blanks && c == '\t')) || (c == ' ' && !blanks)) return false;
    }
    return true;
}

static void check_ready(const char *text, size_t size) {
    size_t lines = 0;
    MUST(head.size <= size);
    MUST(head.size >= 18 && head.size <= HTTP_HEAD_MAX && memcmp(text + head.size - 4, "\r\n\r\n", 4) == 0);
    for (size_t i = 0; i < head.size; i++) {
        if (text[i] != '\n' && text[i] != '\r') continue;
        MUST(text[i] == '\n' ? text[i - 1] == '\r' : text[i + 1] == '\n');
        lines += text[i] == '\n';
    }
    MUST(lines == head.headers + 2);
    MUST(head.path[0] == '/' && is_clean((Slice){head.path, strlen(head.path)}, true) && !strchr(head.path, '\t'));
    MUST(!strstr(head.path, "/../") && !strstr(head.path, "/./"));
    MUST(lies_in(head.method, text, head.size) && is_clean(head.method, false) && head.method.length);
    MUST(lies_in(head.query, text, head.size) && is_clean(head.query, false));
    for (unsigned i = 0; i < head.headers; i++) {
        const HttpHeader *header = &head.header[i];
        MUST(lies_in(header->name, text, head.size) && is_clean(header->name, false) && header->name.length);
        MUST(lies_in(header->value, text, head.size) && is_clean(header->value, true));
        MUST(header->name.at[header->name.length] == ':');
    }
    MUST(head.length >= -1 && (head.length < 0 || !http_header(&head, "transfer-encoding").at));
    MUST(!head.http_1_1 || http_header(&head, "host").at);
}

static void check_names(void) {
    static Network proxy[2];
    char client[NETWORK_TEXT_MAX];
    Address address;
    Slice name, host = http_header(&head, "host");
    MUST(network_parse("127.0.0.0/8", &proxy[0]) && network_parse("fd00::/8", &proxy[1]));
    if (forwarded_client(&head, proxy, 2, client)) MUST(!client[0] || address_parse(client, &address));
    if (!host.at || !host_name(host, &name)) return;
    MUST(name.length && lies_in(name, host.at, host.length));
    host_is_near(name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size, 0);
    HttpRefusal refusal, early;
    HttpResult result = http_head_read(text, size, &head, &refusal);
    if (result == HTTP_READY) check_ready(text, size), check_names();
    if (result == HTTP_REFUSED)
        MUST(refusal.status >= 400 && refusal.status < 600 && *refusal.code && !strpbrk(refusal.message, "\"\\"));
    for (size_t length = 0; length < size; length += 1 + size / 40) {
        HttpResult before = http_head_read(text, length, &part, &early);
        MUST(before == HTTP_MORE || before == result);
        if (before == HTTP_READY) MUST(part.size == head.size && strcmp(part.path, head.path) == 0);
        if (before == HTTP_READY) MUST(length >= head.size);
        if (before == HTTP_MORE && result == HTTP_READY) MUST(length < head.size);
    }
    free(text);
    return 0;
}
