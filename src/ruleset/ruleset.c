/* ruleset.c -- rulesets by name, from files and from text; what they extend. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reading.h"

enum { FILE_MAX = 65536, DEPTH_MAX = 8, PATH_MAX_BYTES = 512 };

__attribute__((format(printf, 3, 4))) static bool fail_file(RulesetError *error, const char *file, const char *format,
                                                            ...) {
    memset(error, 0, sizeof *error);
    if (!RULES_PRINTED) return false;
    va_list values;
    va_start(values, format);
    snprintf(error->file, sizeof error->file, "%s", file);
    vsnprintf(error->text, sizeof error->text, format, values);
    va_end(values);
    return false;
}

/* ---- starting: the family, or everything that the parent says ---- */

/* Who is told every error. */
typedef struct {
    RulesetErrorSeen *seen;
    void *context;
} Telling;

static bool read_file(const char *path, const Reading *below, Ruleset *out, RulesetError *error,
                      const Telling *telling);
static bool read_text(const char *name, const char *text, size_t length, const char *folder, const Reading *below,
                      Ruleset *out, RulesetError *error, const Telling *telling);

static const BuiltinRuleset *builtin_find(const char *name) {
    for (unsigned i = 0; i < builtin_ruleset_count; i++)
        if (!strcmp(builtin_rulesets[i].name, name)) return &builtin_rulesets[i];
    return NULL;
}

static bool looks_like_path(const char *name) {
    size_t length = strlen(name);
    return strchr(name, '/') || (length > 4 && !strcmp(name + length - 4, ".ini"));
}

static bool read_builtin(const BuiltinRuleset *builtin, const Reading *below, Ruleset *out, RulesetError *error,
                         const Telling *telling) {
    if (!read_text(builtin->name, builtin->text, builtin->length, NULL, below, out, error, telling)) return false;
    out->title_of = out->about_of = 1 + builtin->words;
    return true;
}

static const char *nearest_builtin(const char *name) {
    if (!RULES_PRINTED) return NULL;
    const char *names[64] = {NULL};
    for (unsigned i = 0; i < builtin_ruleset_count && i < 63; i++) names[i] = builtin_rulesets[i].name;
    const char *nearest = nearest_word(name, names);
    for (unsigned i = 0; !nearest && names[i]; i++) /* "duel" for "split-duel" */
        if (strlen(name) > 2 && strstr(names[i], name)) nearest = names[i];
    return nearest;
}

static bool fail_circle(Reading *r, const char *name) {
    return reading_fail(r, r->extends_line, 0, "extends goes in a circle: %s is reached again", name);
}

static bool fail_unknown(Reading *r, const char *path) {
    const char *nearest = nearest_builtin(r->extends);
    return reading_fail(r, r->extends_line, 0, "there is no built-in ruleset '%s'%s%s%s%s%s", r->extends,
                        path ? " and no file " : "", path ? path : "", nearest ? "; did you mean " : "",
                        nearest ? nearest : "", nearest ? "?" : "");
}

static bool load_parent_file(Reading *r, Ruleset *parent) {
    char path[PATH_MAX_BYTES];
    const char *extends = r->extends;
    while (!strncmp(extends, "./", 2)) extends += 2; /* so that a circle meets its own path again */
    const char *ending = looks_like_path(r->extends) ? "" : ".ini";
    int length = snprintf(path, sizeof path, "%s%s%s%s", extends[0] == '/' ? "" : r->folder,
                          extends[0] == '/' ? "" : "/", extends, ending);
    if (length < 0 || (size_t)length >= sizeof path)
        return reading_fail(r, r->extends_line, 0, "the path of '%s' is too long", r->extends);
    for (const Reading *reading = r; reading; reading = reading->below)
        if (!strcmp(reading->name, path)) return fail_circle(r, path);
    FILE *file = fopen(path, "rb");
    if (!file) return fail_unknown(r, path);
    fclose(file);
    return read_file(path, r, parent, r->error, NULL);
}

/* An error inside the parent is told as the parent's: *r->error is filled in already. */
static bool load_parent(Reading *r, Ruleset *parent) {
    unsigned depth = 0;
    const BuiltinRuleset *builtin = looks_like_path(r->extends) ? NULL : builtin_find(r->extends);
    for (const Reading *reading = r; reading; reading = reading->below) {
        depth++;
        if (builtin && reading->text == builtin->text) return fail_circle(r, builtin->name);
    }
    if (depth > DEPTH_MAX)
        return reading_fail(r, r->extends_line, 0, "more than %d rulesets extend one another", DEPTH_MAX);
    if (!builtin && !r->folder) return fail_unknown(r, NULL);
    bool good = builtin ? read_builtin(builtin, r, parent, r->error, NULL) : load_parent_file(r, parent);
    if (!good) r->failed = true;
    return good;
}

static bool parse_family(Reading *r, Family *out) {
    if (!family_find(r->family, out))
        return reading_fail(r, r->family_line, 0, "family must be classic or split, not '%s'", r->family);
    return true;
}

/* What a ruleset does not say of itself its parent says. */
static void inherit_words(Ruleset *out, const Ruleset *parent) {
    if (!out->title[0]) {
        memcpy(out->title, parent->title, sizeof out->title);
        out->title_of = parent->title_of;
    }
    if (!out->about[0]) {
        memcpy(out->about, parent->about, sizeof out->about);
        out->about_of = parent->about_of;
    }
}

/* Called when [ruleset] is over: from here on there are rules to change. */
bool reading_start(Reading *r) {
    Family family = 0;
    if (r->started || r->failed) return !r->failed;
    r->started = true;
    if (!r->seen_ruleset)
        return reading_fail(r, r->line, 0, "the file must begin with a [ruleset] section that says family or extends");
    if (r->family[0] && !parse_family(r, &family)) return false;
    if (!r->extends[0]) {
        if (!r->family[0])
            return reading_fail(r, 0, 0,
                                "[ruleset] must say family = classic, family = split, or extends = another ruleset");
        rules_init(&r->out->rules, family);
        return true;
    }
    Ruleset parent = {.name = ""};
    if (!load_parent(r, &parent)) return false;
    if (r->family[0] && family != parent.rules.family)
        return reading_fail(r, r->family_line, 0, "family is %s, but %s is of the other family", r->family, r->extends);
    r->out->rules = parent.rules;
    snprintf(r->out->parent, sizeof r->out->parent, "%s", parent.name);
    inherit_words(r->out, &parent);
    return true;
}

/* ---- whole texts ---- */

/* "folder/club.ini" -> "club". */
static void base_name(const char *path, char out[RULESET_NAME_MAX]) {
    const char *slash = strrchr(path, '/');
    snprintf(out, RULESET_NAME_MAX, "%s", slash ? slash + 1 : path);
    size_t length = strlen(out);
    if (length > 4 && !strcmp(out + length - 4, ".ini")) out[length - 4] = 0;
}

static bool read_text(const char *name, const char *text, size_t length, const char *folder, const Reading *below,
                      Ruleset *out, RulesetError *error, const Telling *telling) {
    enum { ERRORS_MOST = 40 };
    Reading r = {.below = below,
                 .name = name,
                 .folder = folder,
                 .out = out,
                 .error = error,
                 .text = text,
                 .at = text,
                 .end = text + length};
    memset(out, 0, sizeof *out);
    if (rule_row_count > OPTIONS_MAX) abort();
    base_name(name, out->name);
    if (telling) r.seen = telling->seen, r.context = telling->context;
    if (!reading_lines(&r) && !telling) return false;
    if (!r.started || (telling && !r.seen)) return false;
    RulesError problem;
    bool good = rules_finish(&out->rules, &problem);
    for (unsigned left = ERRORS_MOST; !good && left; left--) {
        reading_fail_rules(&r, &problem);
        if (!telling || !reading_forget(&r, &problem)) return false;
        good = rules_finish(&out->rules, &problem); /* without what is wrong: is there more? */
    }
    if (r.failed) return false;
    if (!out->title[0]) snprintf(out->title, sizeof out->title, "%s", out->name);
    return true;
}

static bool read_file(const char *path, const Reading *below, Ruleset *out, RulesetError *error,
                      const Telling *telling) {
    char folder[PATH_MAX_BYTES];
    const char *slash = strrchr(path, '/');
    FILE *file = fopen(path, "rb");
    if (!file) return fail_file(error, path, "cannot be opened: %s", strerror(errno));
    char *text = malloc(FILE_MAX + 1);
    size_t length = text ? fread(text, 1, FILE_MAX + 1, file) : 0;
    bool broken = !text || ferror(file);
    int reason = errno;
    fclose(file);
    bool done = false;
    if (broken) fail_file(error, path, "cannot be read: %s", strerror(reason));
    else if (length > FILE_MAX) fail_file(error, path, "is larger than %d bytes; that is no ruleset", FILE_MAX);
    else if (slash && (size_t)(slash - path) >= sizeof folder) fail_file(error, path, "has too long a path");
    else {
        snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
        done = read_text(path, text, length, slash == path ? "/" : folder, below, out, error, telling);
    }
    free(text);
    return done;
}

bool ruleset_parse(const char *name, const char *text, size_t length, const char *folder, Ruleset *out,
                   RulesetError *error) {
    return read_text(name, text, length, folder, NULL, out, error, NULL);
}

static bool load(const char *name_or_path, Ruleset *out, RulesetError *error, const Telling *telling) {
    if (looks_like_path(name_or_path)) return read_file(name_or_path, NULL, out, error, telling);
    const BuiltinRuleset *builtin = builtin_find(name_or_path);
    if (builtin) return read_builtin(builtin, NULL, out, error, telling);
    const char *nearest = nearest_builtin(name_or_path);
    if (nearest) return fail_file(error, name_or_path, "there is no ruleset of that name; did you mean %s?", nearest);
    return fail_file(error, name_or_path,
                     "there is no ruleset of that name (a file is given by its path, like ./club.ini)");
}

bool ruleset_load(const char *name_or_path, Ruleset *out, RulesetError *error) {
    return load(name_or_path, out, error, NULL);
}

typedef struct {
    RulesetErrorSeen *seen;
    void *context;
    unsigned count;
} Counting;

static void count_error(void *context, const RulesetError *error) {
    Counting *counting = context;
    counting->count++;
    counting->seen(counting->context, error);
}

static unsigned checked(bool good, Counting *counting, const Ruleset *out, const RulesetError *error) {
    if (good) return ruleset_warn(out, counting->seen, counting->context), 0;
    if (!counting->count) count_error(counting, error); /* of the file as a whole, or of one that it extends */
    return counting->count;
}

unsigned ruleset_check(const char *name_or_path, Ruleset *out, RulesetErrorSeen *seen, void *context) {
    Counting counting = {seen, context, 0};
    const Telling telling = {count_error, &counting};
    RulesetError error = {.line = 0};
    return checked(load(name_or_path, out, &error, &telling), &counting, out, &error);
}

unsigned ruleset_check_text(const char *name, const char *text, size_t length, Ruleset *out, RulesetErrorSeen *seen,
                            void *context) {
    Counting counting = {seen, context, 0};
    const Telling telling = {count_error, &counting};
    RulesetError error = {.line = 0};
    return checked(read_text(name, text, length, NULL, NULL, out, &error, &telling), &counting, out, &error);
}

/* ---- in words ---- */

const char *ruleset_title(const Ruleset *ruleset, const BookLanguage *language) {
    if (!language || !ruleset->title_of) return ruleset->title;
    return language->phrase[(unsigned)BOOK_RULESETS + 2 * (ruleset->title_of - 1)];
}

const char *ruleset_about(const Ruleset *ruleset, const BookLanguage *language) {
    if (!language || !ruleset->about_of) return ruleset->about;
    return language->phrase[(unsigned)BOOK_RULESETS + 2 * (ruleset->about_of - 1) + 1];
}

/* ---- changing ---- */

static char *trim(char *text) {
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length && strchr(" \t", text[length - 1])) length--;
    text[length] = 0;
    return text;
}

static bool change_one(Rules *rules, char *assignment, RulesetError *error) {
    RulesError problem;
    char *sign = strchr(assignment, '=');
    if (!sign) return fail_file(error, "", "'%.60s' should read option=value, for example stack_draws=any", assignment);
    *sign = 0;
    if (rules_set(rules, trim(assignment), trim(sign + 1), &problem)) return true;
    return fail_file(error, "", "%s", problem.text);
}

bool ruleset_change(Ruleset *ruleset, const char *assignment, RulesetError *error) {
    char copy[512];
    Rules rules = ruleset->rules;
    RulesError problem = {.about = NULL};
    if (strlen(assignment) >= sizeof copy) return fail_file(error, "", "these options are too long");
    strcpy(copy, assignment);
    char *rest = copy;
    unsigned count = 0;
    for (char *one; (one = next_piece(&rest, ";")); count++)
        if (!change_one(&rules, one, error)) return false;
    if (!count)
        return fail_file(error, "", "an option is missing: it should read option=value, for example stack_draws=any");
    if (!rules_finish(&rules, &problem)) {
        fail_file(error, "", "%s", problem.text);
        return error->about = problem.about, error->fixes = problem.fixes, false;
    }
    ruleset->rules = rules;
    return true;
}
