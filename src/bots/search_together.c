/* search_together.c -- choices that several seats make at once, unseen by each other:
 * bids, duel windows, cards to shed.
 *
 * Nobody moves last here, so nobody can simply pick the best answer. Every seat
 * keeps a regret for each thing it could have chosen: how much better that would
 * have done, summed over the worlds looked at. In each world all seats choose in
 * proportion to their regrets (regret matching); what was chosen on the average
 * tends to a mixture that cannot be taken advantage of. The bot plays by that
 * mixture. The others' regrets are kept by the number or the kind of card, which
 * every world has, since their hands differ from world to world. */
#include <stddef.h>
#include <string.h>

#include "search.h"
#include "worth.h"

/* What can be chosen: numbers, action cards, nothing. */
enum { CHOICE_ACTIONS = 10, CHOICE_NOTHING = CHOICE_ACTIONS + SPLIT_SORTS, CHOICES };

/* How often, of 256, another seat is taken to play by rules of thumb. */
enum { BY_THUMB = 128, WORLDS_OF_OTHERS = 8, WORLDS_NEMESIS = 32 };

typedef struct {
    int64_t regret[CHOICES];
} Mixture;

typedef struct {
    Action action;
    uint8_t choice;
} Option;

typedef struct {
    Option option[CHOICES * SPLIT_SEATS_MAX];
    unsigned count;
} Menu;

static unsigned choice_of(Action action) {
    Face card = action_card(action);
    if (card >= FACES) return CHOICE_NOTHING;
    if (FACE_BIT(card) & NUMBERS_MASK) return face_value(card);
    for (unsigned i = 0; i < SPLIT_SORTS; i++)
        if (card == split_sorts[i]) return CHOICE_ACTIONS + i;
    return CHOICE_NOTHING;
}

/* The seat's options, one for each choice: of cards alike in number, the one of a
 * colour that the hand has most of, as that leaves more ways to do a duty (V42). */
static void menu_fill(const Rules *rules, const Private *own, const ActionSet *set, Menu *menu) {
    Action list[ACTIONS_MAX];
    unsigned count = action_set_list(rules, set, list), at[CHOICES], rank[CHOICES];
    memset(at, 0xFF, sizeof at);
    menu->count = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned choice = choice_of(list[i]);
        Face card = action_card(list[i]);
        bool number = card < FACES && FACE_BIT(card) & NUMBERS_MASK;
        unsigned held = number ? cards_total_of(&own->hand, COLOUR_MASK(face_colour(card)) & NUMBERS_MASK) : 0;
        if (number && at[choice] < menu->count) {
            if (held <= rank[choice]) continue;
        } else {
            at[choice] = menu->count++;
        }
        rank[choice] = held;
        menu->option[at[choice]] = (Option){list[i], (uint8_t)choice};
    }
}

/* In proportion to the regrets that are positive; where none is, any. */
static unsigned menu_pick(const Menu *menu, const Mixture *mixture, Dice *dice) {
    uint64_t total = 0;
    for (unsigned i = 0; i < menu->count; i++) {
        int64_t regret = mixture->regret[menu->option[i].choice];
        if (regret > 0) total += (uint64_t)regret;
    }
    if (!total) return dice_below(dice, menu->count);
    uint64_t roll = dice_next(dice) % total;
    for (unsigned i = 0; i < menu->count; i++) {
        int64_t regret = mixture->regret[menu->option[i].choice];
        if (regret <= 0) continue;
        if (roll < (uint64_t)regret) return i;
        roll -= (uint64_t)regret;
    }
    return 0;
}

/* The highest number, where numbers are chosen. */
static unsigned menu_highest(const Menu *menu) {
    unsigned best = 0;
    for (unsigned i = 1; i < menu->count; i++)
        if (menu->option[i].choice < CHOICE_ACTIONS && menu->option[i].choice > menu->option[best].choice) best = i;
    return best;
}

typedef struct {
    Bot *bot;
    const View *view;
    Mixture mixture[SPLIT_SEATS_MAX];
    Menu menu[SPLIT_SEATS_MAX];
    unsigned chosen[SPLIT_SEATS_MAX];
    SeatMask seats; /* who chooses, this seat included */
} Meeting;

/* Choices that lie hidden already are made again, with the rest. */
static void open_choices(Game *world, SeatMask hidden) {
    world->board.split.committed &= (uint8_t)~hidden;
    world->board.split.awaited |= (uint8_t)hidden;
    for (unsigned rest = hidden; rest; rest &= rest - 1) world->own[mask_first(rest)].commit = 0;
}

/* The seat does in this world what a bot of that kind would. */
static void choose_as(Meeting *meeting, const Game *world, Seat seat, const BotKind *kind, Dice *dice) {
    const Rules *rules = meeting->bot->rules;
    const Menu *menu = &meeting->menu[seat];
    const BotBudget budget = {.worlds = WORLDS_OF_OTHERS};
    Bot other;
    View view;
    Action action;
    bot_init(&other, kind, rules, dice_next(dice), &budget);
    view_of(rules, world, NULL, seat, &view);
    if (!bot_act(&other, &view, &action)) return;
    for (unsigned i = 0; i < menu->count; i++)
        if (menu->option[i].choice == choice_of(action)) meeting->chosen[seat] = i;
}

/* Another seat chooses by its regrets. But nobody plays a perfect mixture: who was seen
 * to bid high may do so again, and part of the time all do what `greedy` would. */
static void choose_for_other(Meeting *meeting, const Game *world, Seat seat, Dice *dice) {
    const Bot *bot = meeting->bot;
    bool nemesis = bot->kind == &bot_nemesis && world->board.players == 2;
    if (world->board.phase == PHASE_BID && dice_chance(dice, memory_bids_highest(&bot->memory, seat)))
        meeting->chosen[seat] = menu_highest(&meeting->menu[seat]);
    else if (nemesis) choose_as(meeting, world, seat, &bot_search, dice);
    else if (dice_chance(dice, BY_THUMB)) choose_as(meeting, world, seat, &bot_greedy, dice);
}

static void choose_all(Meeting *meeting, const Game *world, Dice *dice) {
    const Rules *rules = meeting->bot->rules;
    for (unsigned rest = meeting->seats; rest; rest &= rest - 1) {
        Seat seat = mask_first(rest);
        Menu *menu = &meeting->menu[seat];
        bool other = seat != meeting->view->seat;
        if (other) {
            ActionSet set;
            board_actions(rules, &world->board, &world->own[seat], seat, &set);
            menu_fill(rules, &world->own[seat], &set, menu);
        }
        meeting->chosen[seat] = menu_pick(menu, &meeting->mixture[seat], dice);
        if (other) choose_for_other(meeting, world, seat, dice);
    }
}

/* What `seat` gets if it takes that option and all others what they have chosen. */
static unsigned outcome(const Meeting *meeting, const Game *world, Seat seat, unsigned option, uint64_t luck) {
    const Rules *rules = meeting->bot->rules;
    Game game = *world;
    Dice dice = {luck};
    for (unsigned rest = meeting->seats; rest; rest &= rest - 1) {
        Seat s = mask_first(rest);
        unsigned chosen = s == seat ? option : meeting->chosen[s];
        game_apply(rules, &game, s, meeting->menu[s].option[chosen].action, NULL);
    }
    return search_foresee(rules, &game, seat, &dice);
}

/* Regret: what each option would have brought beyond what was chosen. */
static void learn(Meeting *meeting, const Game *world, Seat seat, uint64_t luck) {
    const Menu *menu = &meeting->menu[seat];
    Mixture *mixture = &meeting->mixture[seat];
    unsigned result[CHOICES * SPLIT_SEATS_MAX] = {0};
    int64_t total = 0, weight = 0, mean = 0;
    for (unsigned i = 0; i < menu->count; i++) {
        int64_t regret = mixture->regret[menu->option[i].choice];
        result[i] = outcome(meeting, world, seat, i, luck);
        total += (int64_t)result[i];
        if (regret > 0) weight += regret;
    }
    if (!weight) mean = total / (int64_t)menu->count;
    for (unsigned i = 0; weight && i < menu->count; i++) {
        int64_t regret = mixture->regret[menu->option[i].choice];
        if (regret > 0) mean += (int64_t)result[i] * (regret * 4096 / weight) / 4096;
    }
    for (unsigned i = 0; i < menu->count; i++) {
        int64_t *regret = &mixture->regret[menu->option[i].choice];
        *regret += (int64_t)result[i] - mean;
    }
}

/* The more worlds a choice was made in, the more it counts. */
static Action pick_average(const Menu *menu, const uint64_t *average, Dice *dice) {
    uint64_t total = 0, most = 0;
    for (unsigned i = 0; i < menu->count; i++) most = average[i] > most ? average[i] : most;
    for (unsigned i = 0; i < menu->count; i++)
        if (average[i] * 8 >= most) total += average[i]; /* what is seldom right is mostly noise */
    uint64_t roll = total ? dice_next(dice) % total : 0;
    for (unsigned i = 0; i < menu->count; i++) {
        if (average[i] * 8 < most) continue;
        if (roll < average[i]) return menu->option[i].action;
        roll -= average[i];
    }
    return menu->option[0].action;
}

Action search_together(Bot *bot, const View *view, const ActionSet *set) {
    Meeting meeting = {.bot = bot, .view = view};
    SeatMask hidden = (SeatMask)(view->board.split.committed & ~(1u << view->seat));
    uint64_t average[CHOICES * SPLIT_SEATS_MAX] = {0};
    Worlds worlds;
    meeting.seats = (SeatMask)(view->board.split.awaited | hidden);
    Menu *menu = &meeting.menu[view->seat];
    menu_fill(bot->rules, &view->own, set, menu);
    if (menu->count == 1) return menu->option[0].action;
    worlds_init(&worlds, bot->rules, view, &bot->memory, dice_next(&bot->dice));
    Stopwatch watch = stopwatch_start(bot);
    for (unsigned done = 0; stopwatch_runs(&watch, done); done++) {
        Game world;
        if (!worlds_next(&worlds, &world)) break;
        open_choices(&world, hidden);
        uint64_t luck = dice_next(&bot->dice);
        for (unsigned rest = meeting.seats; rest; rest &= rest - 1) {
            choose_all(&meeting, &world, &bot->dice);
            average[meeting.chosen[view->seat]] += done + 1;
            learn(&meeting, &world, mask_first(rest), luck);
        }
    }
    return pick_average(menu, average, &bot->dice);
}

/* ---- the weakness of all this ---- */

static bool act(Bot *bot, const View *view, const ActionSet *set, bool awaited, Action *out) {
    return bot_search.act(bot, view, set, awaited, out);
}

/* Between two, it takes the other for `search` and finds the best answer to that. With
 * more at the table it would think for minutes, and plays as `search` does. */
const BotKind bot_nemesis = {.name = "nemesis",
                             .about = "Split UNO for two: answers what `search` would choose",
                             .families = FOR_SPLIT,
                             .worlds = WORLDS_NEMESIS,
                             .remembers = true,
                             .act = act};
