/* budget.h -- how much of the server one person, or one table, may use up. A bucket fills with
 * time and may be overdrawn: what is taken beyond it is owed, and nothing more is given
 * until that is paid. So what something costs need not be known before it is done.
 *
 * A person pays for the lines of the log that come of their own wishes, for whole views
 * that they ask for, and for what bots do at the tables they opened: the person who sat down
 * first at a table has opened it, no matter who is its host later. */
#ifndef UNO_HUB_BUDGET_H
#define UNO_HUB_BUDGET_H

#include "map.h"
#include "rate.h"

typedef enum {
    BUDGET_ACTS,  /* of bots, at all tables that the person opened */
    BUDGET_BYTES, /* of the logs of tables */
    BUDGET_VIEWS, /* a table as a whole */
    BUDGET_KINDS
} BudgetKind;

/* How much a bucket gets every second, and how much it holds. */
typedef struct {
    unsigned per_s, burst;
} Allowance;

/* Of a table: what anybody does at it. */
extern const Allowance table_allowance;

bool rate_is_left(const Rate *rate, int64_t now_ms, const Allowance *allowance);
void rate_spend(Rate *rate, int64_t now_ms, const Allowance *allowance, size_t amount);
int64_t rate_again_ms(const Rate *rate, const Allowance *allowance); /* when something is left; may have passed */

/* The buckets of all people; full ones are forgotten. */
typedef struct {
    Map map; /* user -> Budget */
    int64_t swept_at;
} Budgets;

void budgets_free(Budgets *budgets);
bool budget_is_left(const Budgets *budgets, uint64_t user, BudgetKind kind, int64_t now_ms);
/* Without memory to count nothing is counted. */
void budget_spend(Budgets *budgets, uint64_t user, BudgetKind kind, int64_t now_ms, size_t amount);
int64_t budget_again_ms(const Budgets *budgets, uint64_t user, BudgetKind kind);

#endif
