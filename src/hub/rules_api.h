/* rules_api.h -- rulesets as the requests speak of them. */
#ifndef UNO_HUB_RULES_API_H
#define UNO_HUB_RULES_API_H

#include "hub_internal.h"

/* The text of a ruleset from outside: of bounded length, without hidden characters, extending built-in ones only. */
bool rules_parse(const char *name, const char *text, Ruleset *out, RulesetError *error);

bool rules_is_builtin(const char *name);

/* {"name","title","about","parent","family","players":{"least","most"},"hash"} */
cJSON *rules_json(const Ruleset *ruleset);
void rules_add_options(cJSON *json, const Rules *rules);      /* "options": {"stack_draws": "any", ...} */
void rules_add_error(cJSON *json, const RulesetError *error); /* "line", "column", "message" */

/* Answers. */
void rules_answer_error(Hub *hub, HubLine line, unsigned status, const RulesetError *error);
void rules_answer_book(Hub *hub, HubLine line, const Ruleset *ruleset);
void rules_answer_diff(Hub *hub, HubLine line, const Ruleset *a, const Ruleset *b);

#endif
