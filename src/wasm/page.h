/* page.h -- what a page calls in build/wasm/uno.wasm. web/src/lib/engine.ts wraps it.
 *
 * - A text goes in as UTF-8, closed with a zero, in memory from page_room(). It is the
 *   caller's until page_clear(), which gives all rooms back: ask for rooms, write, call, read
 *   the answer, clear. A call may change what stands in them.
 * - An answer is one JSON object as text, closed with a zero, good until the next call. What
 *   cannot be done is answered by {"error":CODE,"message":SENTENCE}, with "line" and "column"
 *   (from 1; 0: the whole) where a text was read. Whatever goes in, nothing traps and nothing
 *   of the module breaks.
 * - Seats are letters, "A" to "J"; "" is nobody, or a spectator. A list of names is a text
 *   with a line for each seat, parted by '\n'; an empty or missing line means the seat's letter.
 * - Rules, records and tables live in numbered places that the caller gives out: opening one in a
 *   place drops what was there. A place that holds nothing is an error ("no_rules", "no_record", "no_table").
 * - There is one game at a time. It keeps its own copy of its rules.
 * - An event (src/engine/event.def) is a row {"name","seat","other","card","amount","text","told","deed"}: `text` is a
 *   sentence without full stop for whoever looks, `told` whether it has to be said beside the others, `deed` what its
 *   seat did, to stand beside the seat's name ("plays red 5"), or "".
 *
 * The same files compile natively, where tests compare them with the module. */
#ifndef UNO_PAGE_H
#define UNO_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__
#define PAGE_CALL(name) __attribute__((export_name(#name))) name
#else
#define PAGE_CALL(name) name
#endif

enum { PAGE_RULES = 24, PAGE_RECORDS = 4, PAGE_TABLES = 4 };

/* ---- texts on their way in ---- */

/* Memory for a text of so many bytes, its zero included. NULL: there is none left. */
char *PAGE_CALL(page_room)(unsigned bytes);
void PAGE_CALL(page_clear)(void);

/* ---- words (page_words.c) ---- */

/* Speaks a language from now on: `text` is build/wasm/LANGUAGE.txt, a template a line; "" is English. {}, or an error
 * ("bad_language") where the text is not of this module, and the language stays as it was. */
const char *PAGE_CALL(page_language)(const char *text);

/* {"message"}: what the code of a refusal says by itself, in the language spoken; null for a code that is no verdict. */
const char *PAGE_CALL(page_verdict)(const char *code);

/* ---- rules (page_rules.c) ---- */

/* {"rulesets":[{"name","title","about","parent","family","text"}]}; `text` is the file, and a title
 * and what it is about are in the language of page_book_language(). */
const char *PAGE_CALL(page_rulesets)(void);

/* Opens a built-in ruleset by its name, that with other options ("official target=200"), or the text of one (anything
 * with a line end and a '[').
 * Answers {"name","title","about","parent","family","players":{"least","most"},"hash","text",
 * "options":{name:value},"second":{"name","hand","plays"},"counters":[{"name","start"}],"cards":[{"code","name","glyph",
 * "colour","count","points","effects","number","own","deck","price":{"counter","amount"}}]}: `text` is canonical, `cards` in
 * the order in which every list of cards is kept, those of the second deck, which say so by `deck`, last; `second`, `deck` and
 * `price` are null where there is none. An error also has "about":
 * the options that do not agree, and "fixes": ["challenge=off",...], each of which may mend it. Only uno.wasm has words for
 * what is wrong: the message of the small modules is the same for all. */
const char *PAGE_CALL(page_open)(unsigned place, const char *name_or_text);

/* ---- making rules (page_workshop.c) ---- */

/* Writes rulebooks, options, differences and what rulesets are about in a language from now on: `text` is
 * build/wasm/LANGUAGE-rules.txt; as page_language(). */
const char *PAGE_CALL(page_book_language)(const char *text);

/* {"options":[...]}, as GET /api/rules/options. */
const char *PAGE_CALL(page_option_rows)(void);

/* {"problems":[{"line","column","message","warning"}]}: all that is wrong with the text of a ruleset, and, where nothing
 * is, what can have no effect. */
const char *PAGE_CALL(page_check)(const char *text);

/* What programs (docs/rule-language.md) and the sections around them are made of, from the rows that the reader goes by
 * (page_grammar.c):
 *
 *     "places"      where a program may stand, by name; what stands there has that bit in "in"
 *     "moments"     [{"word","label","doer"}]     "doers": {"laid": label} who laid the draw card that is answered
 *     "players"     [{"word","label","several","needs":"each"|"choose player"|"","in"}]
 *     "steps"       [{"word","parts":["amount","all","cards","counter","colour","player","needed","one"],"by","in"}]
 *     "effects"     [{"word","low","high"}]: what a card can do without a program; 0, 0: without a number
 *     "amounts"     [{"word","form":"number"|"word"|"counter"|"name","of","in"}]: `form` is how it is written: by the word
 *                   itself, or by a number, a counter's name or a card's in quotes; `of`: "of P" may follow
 *     "blocks", "scales", "tests", "colours"   words
 *     "kinds"       [{"word","label"}]
 *     "keys"        {"card","counter","switches","deck"}     "stays", "wild"   words
 *     "most"        {"count","points","counter","counters","hand","turns","whens","options","repeat"} */
const char *PAGE_CALL(page_grammar)(void);

/* {"cards":{name:sentence},"rules":{...},"counters":{...},"deck"}: what each thing that a club may write does; `deck` is ""
 * where there is none. */
const char *PAGE_CALL(page_sentences)(unsigned place);

/* {"text","items":[{"words","options":[...],"rules":[...]}],"cards":{code:sentence}}: the rulebook, Markdown; for each item
 * of its lists, in order, what it says, the options it tells and the ids of what it rules; what each special card does. */
const char *PAGE_CALL(page_book)(unsigned place);

/* {"families","changes":[{"name","from","to","was","is"}]} from the rules in one place to those in another: an option
 * or a card each, with its sentence before and after ("" for none). `families`: they are of two, and only what both
 * have is compared. */
const char *PAGE_CALL(page_diff)(unsigned from, unsigned to);

/* {"options":["draw 1 card and gain 4 mana",...]}: what the options say between which a program lets this view's seat
 * choose; none where it asks for something else. */
const char *PAGE_CALL(page_choice_words)(unsigned place, const char *view);

/* ---- views (page_view.c): `view` is the JSON of docs/bot-protocol.md ---- */

/* {"question","besides":[{"kind","words"}],"moves":[{"do","kind","card","choice","target","call","words"}]}: what the
 * view's seat is asked, what is open to it besides ("call", "catch", "jump", or "uno": the answer can carry the call),
 * and all it may do. */
const char *PAGE_CALL(page_options)(unsigned place, const char *view, char *names);

/* {"refusal":null}, or {"refusal":{"code","message","rules":[...]}}: why the view's seat may not do that. */
const char *PAGE_CALL(page_refusal)(unsigned place, const char *view, const char *action);

/* ---- tables (page_table.c): what somebody at a table knows of it ---- */

/* {}: a table of which nothing is known yet. */
const char *PAGE_CALL(page_table_open)(unsigned place);
void PAGE_CALL(page_table_close)(unsigned place);

/* Hears a message of docs/protocol.md. `now_ms`: any clock that never goes back. Answers
 *
 *     {"heard","q","you","held","here":[...],"spectators","chat":[lines that are new: {"user","name" and "text",
 *     "phrase" or "emote"}]}
 *
 * `heard` is the kind of the message; "passed": there was nothing to know; "gap": something was missed, join again;
 * "bad", with "why": it is no message, or this page is too old for it, and nothing has changed. After joined, resumed,
 * start, act and table also
 *
 *     "rules"       the canonical text, where they are new
 *     "table"       as in docs/protocol.md; "names": by seat, who plays or played, null for nobody
 *     "game"        its id
 *     "over"        null, or {"winners","scores","game","secret"}
 *     "clocks"      [{"seat","ends","total"}]: by the clock of now_ms
 *     "fair"        {"reveal","owes","doubtful","pledge","kept"}: the own seed that is to be sent now, or null; a commitment
 *                   is to be sent; the server's commitment is not the one it showed before; what has to outlive a
 *                   reload ("": nothing); what is to be kept of this game's deal (kept.h), or null
 *     "view"        null: no game; missing: it is as it was
 *     "happening"   with a view: {"q","by","how","do","say","events":[rows]} */
const char *PAGE_CALL(page_table_hear)(unsigned place, unsigned now_ms, const char *message);

/* To be called before a join is sent: {"since"} where only what was missed has to be told; else {}. */
const char *PAGE_CALL(page_table_resumes)(unsigned place, const char *code);

/* As page_options() and page_refusal(), of the table's view. */
const char *PAGE_CALL(page_table_options)(unsigned place);
const char *PAGE_CALL(page_table_refusal)(unsigned place, const char *action);

/* {"text"}: a hint (page_game_hint) in words, in the language spoken. `action` "": let it be; `why` "": nothing else. */
const char *PAGE_CALL(page_table_hint)(unsigned place, const char *action, const char *why);

/* Takes a seed of 64 hex digits for the next deal ("": none): {"commit","pledge"}, what is sent before it (null: nothing)
 * and what has to outlive a reload. */
const char *PAGE_CALL(page_table_commit)(unsigned place, const char *seed);

/* Takes back what outlived a reload, before the table is joined: {}. */
const char *PAGE_CALL(page_table_pledge)(unsigned place, const char *pledge);

/* ---- bots (page_bots.c) ---- */

/* {"bots":[{"name","about"}]}: those that play the family, "classic" or "split". */
const char *PAGE_CALL(page_bots)(const char *family);

/* {"do"}: what a bot of that kind does; null: it lets it be. `worlds`: at most 10,000; 0: the kind's own number. */
const char *PAGE_CALL(page_bot)(unsigned place, const char *view, const char *kind, uint64_t seed, unsigned worlds);

/* ---- the rule lab (page_lab.c): one at a time ---- */

/* {"cells"}: games by the rules in `place` and, unless it is the same place, by those in `against`, among bots of one
 * kind. `names` has a line for each, as `uno lab` would be told them; `seed` is any text. `games`: how many are wanted,
 * for the report alone. `matches` 0: a game is a single deal. */
const char *PAGE_CALL(page_lab_begin)(unsigned place, unsigned against, char *names, unsigned players, const char *bot,
                                      const char *seed, unsigned games, unsigned matches);

/* {"games"}, counted so far: plays the games of the numbers `from` and up, so many. */
const char *PAGE_CALL(page_lab_play)(unsigned from, unsigned games);

/* {"counts":[texts by cell]}: hands over what was counted, and counts from 0 again. */
const char *PAGE_CALL(page_lab_take)(void);

/* {"games"}: adds what another has counted in this cell. */
const char *PAGE_CALL(page_lab_add)(unsigned cell, const char *counts);

/* {"games","watched","cells":[{"metrics":{name:figure},"events":{name:figure},"edges":[figures],"longest"}],
 * "differences":null or {"metrics","events"}}. A figure is [value, low, high], or [value] where too little was played. */
const char *PAGE_CALL(page_lab_figures)(void);

/* {"report"}: "terminal", "html" (a whole file), or "part" (of a page, in HTML). */
const char *PAGE_CALL(page_lab_report)(const char *form);

/* ---- statistics (page_stats.c) ---- */

/* Of one player's games, a line for each, the eldest first: how many played, the player's seat, who won ("4 A BC\n"; "-":
 * nobody). {"games","wins","expected","win","streak","longest"}: `expected` wins would have come by chance alone, in parts
 * of `win`; `streak`: wins in a row at the end, below 0 games without one; `longest`: wins in a row, ever. */
const char *PAGE_CALL(page_stats)(const char *games);

/* ---- records (page_record.c) ---- */

/* {"ruleset","hash","rules","date","names":[...],"bots":[...],"actions","result":null or {"winners","scores"}}: `rules` is
 * the canonical text, a name "" where there is none. */
const char *PAGE_CALL(page_record_open)(unsigned place, const char *text);
void PAGE_CALL(page_record_close)(unsigned place);

/* {"view","hands","events":[rows],"by","do"} after so many actions (0: dealt). Observer: a seat, "" for a spectator,
 * or "all": then `hands` is a list of cards by seat, otherwise null. */
const char *PAGE_CALL(page_record_at)(unsigned place, unsigned number, const char *observer);

/* {"words"}: what the seat that took this action could do instead, or did ("play red 5"); `action` in notation. With
 * `why` (of page_review_next; else ""), that it would have been better: "Better: play red 5, which ..."; `action` "": to
 * let it be. */
const char *PAGE_CALL(page_record_words)(unsigned place, unsigned number, const char *action, const char *why);

/* {"ok","proof":"none"|"waiting"|"holds"|"open","added":[seats whose numbers counted],"unrevealed":[seats that published a
 * hash and did not show the number],"commitment","secret","replayed","finished","message"}; message "" when all is
 * well. */
const char *PAGE_CALL(page_record_verify)(unsigned place);

/* {"differences":[...]}: in what the record differs from what was kept of the table (kept.h), by the codes of kept.def. */
const char *PAGE_CALL(page_record_compare)(unsigned place, const char *kept);

/* ---- a guided first game (page_lesson.c) ---- */

/* A scenario (docs/scenarios.md) after so many steps (0: as it lies ready), seen from seat A: {"steps","rules","view",
 * "events":[rows],"by","do","next"}; `rules` is their text, `next` null at the end, else {"by","do","note"}: what is to be
 * done next, and what stands behind '#' in its line. */
const char *PAGE_CALL(page_lesson)(const char *text, unsigned number, char *names);

/* ---- reviews and puzzles (page_review.c) ---- */

/* Begins the review of a record, which may be cut off: what each choice of a seat ("": of all) was worth to it, by so many
 * worlds (0: as many as `uno review`). There is one at a time. {"all","players","actions","cut","even"}: every chance is
 * a whole number of parts of `all`; `even` is an even share. */
const char *PAGE_CALL(page_review_begin)(const char *record, const char *seat, unsigned worlds);

/* Goes on to the next choice: {"reached","done","over","choice":null or {"number","seat","played","best","before","after",
 * "error","luck","grade","why"},"seats":[{"seat","now","luck","skill","choices","accuracy","turn","turn_number"}]}. `best`
 * is the best one besides what was played, null: to let it be; `grade` and `why` are the names of src/lab/review.h and
 * src/bots/move_why.def, `accuracy` is in thousandths. */
const char *PAGE_CALL(page_review_next)(void);

/* The puzzle of a day ("2026-11-18") by these rules, the same as that of `uno puzzle`; 0 players: as few as they allow.
 * {"rules","view","number","all","worlds","moves":[{"do","worth"}]}: the text of the rules; what the seat that is to move
 * sees, after so many actions; and what each move is worth, the best first. */
const char *PAGE_CALL(page_puzzle)(unsigned place, unsigned players, const char *day);

/* ---- a game on this device (page_game.c) ----
 *
 * The server's own table, with one person and bots, or bots alone. Every answer is
 *
 *     {"say":[...],"wait","undo","failed","record"}
 *
 * `say`: the texts of the messages of docs/protocol.md that the person's seat (or a spectator) hears of it. `wait`: after
 * so many ms page_game_go() has something to do, if the person does nothing before; null: it has not. `undo`: whether
 * page_game_undo() would do something. `failed`: null, or why the game cannot go on. `record`: there is something to keep.
 * `now_ms` is any clock that begins at 0 with the game, and never goes back. */

/* Deals. `seed`: 64 hex digits, from the page's own chance. `kinds`: a line for each seat with the bot's kind; that of
 * the person is passed over. `date`: "2026-01-31" or "". `pace_ms`: before a bot moves; 0: nothing waits. */
const char *PAGE_CALL(page_game_begin)(unsigned place, char *names, char *kinds, const char *person, const char *seed,
                                       const char *date, unsigned pace_ms);

/* Takes up the game of a record where it stopped; `title` is what its rules are called. */
const char *PAGE_CALL(page_game_resume)(const char *record, const char *title, char *kinds, const char *person,
                                        unsigned pace_ms);

/* Time has passed: at most one thing happens. */
const char *PAGE_CALL(page_game_go)(unsigned now_ms);

/* The person acts, having heard of all up to `seen` (a `q`). */
const char *PAGE_CALL(page_game_do)(const char *action, unsigned seen, unsigned now_ms);

/* The person does not want to wait any longer for what is open to them: the next thing happens now. */
const char *PAGE_CALL(page_game_let_be)(unsigned now_ms);

/* From now on a bot takes so long before it moves. */
const char *PAGE_CALL(page_game_pace)(unsigned pace_ms, unsigned now_ms);

/* Takes back the person's last action and all that followed. */
const char *PAGE_CALL(page_game_undo)(unsigned now_ms);

/* What a good player would do in the person's place, tried in so many more worlds: {"do","why","worlds"}. `do` null: let
 * it be; `why` a row of src/bots/move_why.def, null: there is nothing else to do. Asked again about the same question it
 * knows more. "no_question": nothing can be done now. */
const char *PAGE_CALL(page_game_hint)(unsigned worlds);

/* {"text","finished"}: its record. */
const char *PAGE_CALL(page_game_record)(void);

#endif
