/* cards.c -- the bit planes against the plainest model there is: an array of
 * counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/cards.h"
#include "random.h"

enum { ROUNDS = 20000 };

typedef struct {
    unsigned copies[FACES];
} Model;

static Model random_model(uint64_t *state, unsigned most) {
    Model model = {{0}};
    unsigned kinds = random_below(state, FACES + 1);
    for (unsigned i = 0; i < kinds; i++) model.copies[random_below(state, FACES)] = random_below(state, most + 1);
    return model;
}

static Cards cards_of(const Model *model) {
    Cards cards = {{0}};
    for (unsigned face = 0; face < FACES; face++)
        for (unsigned i = 0; i < model->copies[face]; i++) cards_add(&cards, (Face)face);
    return cards;
}

static unsigned model_total(const Model *model, uint64_t faces) {
    unsigned total = 0;
    for (unsigned face = 0; face < FACES; face++)
        if (faces >> face & 1) total += model->copies[face];
    return total;
}

static void assert_model(const Cards *cards, const Model *model) {
    for (unsigned face = 0; face < FACES; face++) {
        assert_int_equal(cards_copies(cards, (Face)face), model->copies[face]);
        assert_int_equal(cards_has(cards, (Face)face), model->copies[face] > 0);
    }
    assert_int_equal(cards_total(cards), model_total(model, ~UINT64_C(0)));
}

static void select_finds_the_kth_bit(void **unused) {
    (void)unused;
    uint64_t state = 1;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t bits = random_next(&state);
        bits &= random_next(&state);
        unsigned k = 0;
        for (unsigned at = 0; at < 64; at++) {
            if (!(bits >> at & 1)) continue;
            assert_int_equal(bits_select(bits, k), at);
            assert_int_equal(bits_select_slow(bits, k), at);
            k++;
        }
        assert_int_equal(bits_count(bits), k);
    }
}

static void adding_and_removing_count(void **unused) {
    (void)unused;
    uint64_t state = 2;
    Model model = {{0}};
    Cards cards = {{0}};
    for (unsigned round = 0; round < ROUNDS; round++) {
        Face face = (Face)random_below(&state, 8);
        bool add = random_below(&state, 2) == 0;
        if (add && model.copies[face] < COPIES_MAX) cards_add(&cards, face), model.copies[face]++;
        if (!add && model.copies[face] > 0) cards_remove(&cards, face), model.copies[face]--;
        if (round % 64 == 0) assert_model(&cards, &model);
    }
    assert_model(&cards, &model);
}

static void every_card_has_one_place(void **unused) {
    (void)unused;
    uint64_t state = 3;
    for (unsigned round = 0; round < ROUNDS / 20; round++) {
        Model model = random_model(&state, COPIES_MAX), found = {{0}};
        Cards cards = cards_of(&model);
        for (unsigned k = 0; k < cards_total(&cards); k++) found.copies[cards_at(&cards, k)]++;
        assert_memory_equal(&found, &model, sizeof found);
    }
}

static void sums_and_differences(void **unused) {
    (void)unused;
    uint64_t state = 4;
    for (unsigned round = 0; round < ROUNDS; round++) {
        Model a = random_model(&state, 15), b = random_model(&state, 15), sum = a;
        for (unsigned face = 0; face < FACES; face++) sum.copies[face] += b.copies[face];
        Cards left = cards_of(&a), right = cards_of(&b), both = left;
        cards_merge(&both, &right);
        assert_model(&both, &sum);
        assert_true(cards_within(&left, &both));
        assert_true(cards_within(&right, &both));
        cards_take_away(&both, &right);
        assert_true(cards_equal(&both, &left));
    }
}

static void within_is_face_by_face(void **unused) {
    (void)unused;
    uint64_t state = 5;
    unsigned inside = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        Model whole = random_model(&state, COPIES_MAX), part = whole;
        for (unsigned i = random_below(&state, 4); i; i--)
            part.copies[random_below(&state, FACES)] = random_below(&state, COPIES_MAX + 1);
        bool within = true;
        for (unsigned face = 0; face < FACES; face++) within &= part.copies[face] <= whole.copies[face];
        Cards a = cards_of(&part), b = cards_of(&whole);
        assert_int_equal(cards_within(&a, &b), within);
        inside += within;
    }
    assert_in_range(inside, ROUNDS / 10, ROUNDS - ROUNDS / 10);
}

static void masks_choose_faces(void **unused) {
    (void)unused;
    uint64_t state = 6;
    for (unsigned round = 0; round < ROUNDS; round++) {
        Model model = random_model(&state, COPIES_MAX);
        uint64_t faces = random_next(&state);
        Cards cards = cards_of(&model), some = cards_only(&cards, faces);
        assert_int_equal(cards_total_of(&cards, faces), model_total(&model, faces));
        for (unsigned face = 0; face < FACES; face++)
            assert_int_equal(cards_copies(&some, (Face)face), faces >> face & 1 ? model.copies[face] : 0);
    }
    for (unsigned face = 0; face < FACES; face++) {
        assert_true(COLOUR_MASK(face_colour((Face)face)) & FACE_BIT(face));
        assert_true(VALUE_MASK(face_value((Face)face)) & FACE_BIT(face));
        assert_int_equal(FACE(face_colour((Face)face), face_value((Face)face)), face);
    }
    assert_int_equal(bits_count(NUMBERS_MASK), 40);
}

static void setting_a_count(void **unused) {
    (void)unused;
    uint64_t state = 7;
    Model model = random_model(&state, COPIES_MAX);
    Cards cards = cards_of(&model);
    for (unsigned round = 0; round < ROUNDS; round++) {
        Face face = (Face)random_below(&state, FACES);
        unsigned copies = random_below(&state, COPIES_MAX + 1);
        cards_set(&cards, face, copies);
        model.copies[face] = copies;
        assert_int_equal(cards_copies(&cards, face), copies);
    }
    assert_model(&cards, &model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(select_finds_the_kth_bit), cmocka_unit_test(adding_and_removing_count),
        cmocka_unit_test(every_card_has_one_place), cmocka_unit_test(sums_and_differences),
        cmocka_unit_test(within_is_face_by_face),   cmocka_unit_test(masks_choose_faces),
        cmocka_unit_test(setting_a_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
