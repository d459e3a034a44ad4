/* review_why.h -- the plainest reason for which one action is better than another. */
#ifndef UNO_REVIEW_WHY_H
#define UNO_REVIEW_WHY_H

#include "review.h"

/* From the view alone; `better` may be ACT_NONE. */
ReviewWhy review_why(const Rules *rules, const View *view, Action played, Action better);

#endif
