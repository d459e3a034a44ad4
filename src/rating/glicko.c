/* glicko.c -- Glicko-2, step by step as Glickman's paper numbers them. */
#include "glicko.h"

#include "exact.h"

static const double SCALE = 173.7178, MIDDLE = 1500, TAU = 0.5, CLOSE_ENOUGH = 1e-7;
static const double PI_SQUARED = 9.8696044010893586188;

/* What step 5 looks for the root of. */
typedef struct {
    double delta, phi, v, a;
} Volatility;

Glicko glicko_new(void) { return (Glicko){MIDDLE, 350, 0.06}; }

bool glicko_is_provisional(const Glicko *glicko, unsigned duels) {
    return duels < GLICKO_SURE_GAMES || glicko->deviation > 110;
}

static double weight(double phi) { return 1 / exact_sqrt(1 + 3 * (phi * phi) / PI_SQUARED); }

static double expected(double mu, const Glicko *other) {
    double g = weight(other->deviation / SCALE), away = mu - (other->rating - MIDDLE) / SCALE;
    return 1 / (1 + exact_exp(-1 * g * away));
}

static double slope(const Volatility *at, double x) {
    double power = exact_exp(x), phi2 = at->phi * at->phi, sum = phi2 + at->v + power;
    return power * (at->delta * at->delta - phi2 - at->v - power) / (2 * (sum * sum)) - (x - at->a) / (TAU * TAU);
}

/* Step 5: by the Illinois rule. */
static double new_volatility(const Volatility *at) {
    double phi2 = at->phi * at->phi, delta2 = at->delta * at->delta, a = at->a, b = a - TAU;
    if (delta2 > phi2 + at->v) b = exact_log(delta2 - phi2 - at->v);
    else
        for (unsigned k = 2; slope(at, b) < 0; k++) b = a - k * TAU;
    double at_a = slope(at, a), at_b = slope(at, b);
    while (a - b > CLOSE_ENOUGH || b - a > CLOSE_ENOUGH) {
        double c = a + (a - b) * at_a / (at_b - at_a), at_c = slope(at, c);
        if (at_c * at_b <= 0) a = b, at_a = at_b;
        else at_a /= 2;
        b = c;
        at_b = at_c;
    }
    return exact_exp(a / 2);
}

Glicko glicko_rate(const Glicko *before, const GlickoDuel *duel, unsigned duels) {
    double mu = (before->rating - MIDDLE) / SCALE, phi = before->deviation / SCALE, sigma = before->volatility;
    double information = 0, gain = 0;
    for (unsigned i = 0; i < duels; i++) { /* steps 3 and 4 */
        double g = weight(duel[i].opponent.deviation / SCALE), e = expected(mu, &duel[i].opponent);
        information += g * g * e * (1 - e);
        gain += g * (duel[i].score - e);
    }
    if (duels) {
        Volatility at = {gain / information, phi, 1 / information, exact_log(sigma * sigma)};
        sigma = new_volatility(&at);
    }
    phi = exact_sqrt(phi * phi + sigma * sigma); /* step 6 */
    if (duels) {                                 /* step 7 */
        phi = 1 / exact_sqrt(1 / (phi * phi) + information);
        mu += phi * phi * gain;
    }
    return (Glicko){mu * SCALE + MIDDLE, phi * SCALE, sigma};
}
