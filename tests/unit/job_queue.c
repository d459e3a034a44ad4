/* Jobs take turns by whose they are, and no more wait than may. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "hub/job_queue.h"

enum { ADA = 1001, BEN, CLEO, MANY = 64 };

static HubJob *put(JobQueue *queue, uint64_t owner) {
    HubJob *job = job_new(JOB_BOT, owner);
    assert_non_null(job);
    if (job_queue_put(queue, job)) return job;
    hub_job_drop(job);
    return NULL;
}

static void put_all(JobQueue *queue, uint64_t owner, unsigned count) {
    for (unsigned i = 0; i < count; i++) assert_non_null(put(queue, owner));
}

/* The next job begins; it is never done unless finish() says so. */
static uint64_t begin(JobQueue *queue) {
    HubJob *job = job_queue_take(queue, 1);
    uint64_t owner = job ? job->owner : 0;
    if (job) hub_job_drop(job);
    return owner;
}

/* Runs them all in one thread; whose each was. */
static unsigned run_all(JobQueue *queue, uint64_t order[MANY]) {
    unsigned count = 0;
    for (uint64_t owner; (owner = begin(queue)); count++) {
        assert_true(count < MANY);
        order[count] = owner;
        job_queue_done(queue, owner);
    }
    return count;
}

static JobQueue roomy(void) { return (JobQueue){.per_owner = 100, .most = 1000}; }

static void an_empty_queue_has_nothing(void **unused) {
    (void)unused;
    JobQueue queue = roomy();
    assert_null(job_queue_take(&queue, 4));
    job_queue_free(&queue);
}

static void one_owner_is_served_in_order(void **unused) {
    (void)unused;
    JobQueue queue = roomy();
    HubJob *job[3];
    for (unsigned i = 0; i < 3; i++) job[i] = put(&queue, ADA);
    for (unsigned i = 0; i < 3; i++) {
        HubJob *taken = job_queue_take(&queue, 1);
        assert_ptr_equal(taken, job[i]);
        job_queue_done(&queue, taken->owner);
        hub_job_drop(taken);
    }
    assert_null(job_queue_take(&queue, 1));
    assert_int_equal(queue.owners.count, 0);
    job_queue_free(&queue);
}

static void whoever_asks_for_much_does_not_hold_the_others_up(void **unused) {
    (void)unused;
    JobQueue queue = roomy();
    uint64_t order[MANY];
    put_all(&queue, ADA, 5);
    put_all(&queue, BEN, 1);
    put_all(&queue, CLEO, 2);
    assert_int_equal(run_all(&queue, order), 8);
    static const uint64_t expected[] = {ADA, BEN, CLEO, ADA, CLEO, ADA, ADA, ADA};
    for (unsigned i = 0; i < 8; i++) assert_int_equal(order[i], expected[i]);
    job_queue_free(&queue);
}

static void a_newcomer_waits_for_one_job_of_each_at_most(void **unused) {
    (void)unused;
    JobQueue queue = roomy();
    put_all(&queue, ADA, 50);
    put_all(&queue, BEN, 50);
    for (unsigned i = 0; i < 10; i++) job_queue_done(&queue, begin(&queue));
    put_all(&queue, CLEO, 1);
    unsigned before = 0;
    for (uint64_t owner; (owner = begin(&queue)) != CLEO; before++) job_queue_done(&queue, owner);
    assert_in_range(before, 0, 2);
    job_queue_free(&queue);
}

static void a_second_job_runs_only_while_nobody_waits_without_one(void **unused) {
    (void)unused;
    JobQueue queue = roomy();
    put_all(&queue, ADA, 4);
    put_all(&queue, BEN, 2);
    assert_int_equal(begin(&queue), ADA);
    assert_int_equal(begin(&queue), BEN);
    assert_int_equal(begin(&queue), ADA); /* both have one, and threads are idle */
    put_all(&queue, CLEO, 2);
    assert_int_equal(begin(&queue), CLEO);
    job_queue_done(&queue, BEN);
    assert_int_equal(begin(&queue), BEN);
    job_queue_done(&queue, ADA); /* still has the other */
    job_queue_done(&queue, CLEO);
    assert_int_equal(begin(&queue), CLEO);
    assert_int_equal(begin(&queue), ADA);
    assert_int_equal(queue.running, 4);
    job_queue_free(&queue);
}

static void there_is_a_bound_for_one_and_for_all(void **unused) {
    (void)unused;
    JobQueue queue = {.per_owner = 3, .most = 8};
    put_all(&queue, ADA, 3);
    assert_null(put(&queue, ADA));
    put_all(&queue, BEN, 3);
    put_all(&queue, CLEO, 2);
    assert_null(put(&queue, CLEO)); /* eight wait */
    assert_null(put(&queue, 2000));
    assert_int_equal(queue.waiting, 8);
    assert_int_equal(begin(&queue), ADA); /* one that runs does not wait any more */
    assert_non_null(put(&queue, 2000));
    assert_int_equal(queue.owners.count, 4);
    job_queue_free(&queue);
}

static void the_more_wait_the_smaller_is_each_share(void **unused) {
    (void)unused;
    JobQueue queue = roomy();
    static const unsigned owners[] = {1, 2, 3, 5, 40}, expected[] = {1, 1, 2, 3, 20};
    for (unsigned i = 0; i < 5; i++) {
        for (unsigned owner = 0; owner < owners[i]; owner++) put_all(&queue, 1 + owner, 3);
        HubJob *job = job_queue_take(&queue, 2);
        assert_int_equal(job->share, expected[i]);
        hub_job_drop(job);
        job_queue_free(&queue);
    }
}

/* Whatever comes and goes: nothing is lost, and nobody is passed over. */
static void random_traffic_keeps_everybody_in_turn(void **unused) {
    (void)unused;
    JobQueue queue = {.per_owner = 5, .most = 40};
    unsigned waiting[20] = {0}, running[20] = {0}, total = 0, going = 0;
    srand(7);
    for (unsigned step = 0; step < 100000; step++) {
        unsigned who = (unsigned)rand() % 20;
        if (rand() % 2) {
            bool room = total < 40 && waiting[who] < 5;
            assert_int_equal(put(&queue, 1 + who) != NULL, room);
            if (room) waiting[who]++, total++;
        } else if (rand() % 2) {
            uint64_t owner = begin(&queue);
            assert_int_equal(owner != 0, total > 0);
            if (!owner) continue;
            for (unsigned i = 0; running[owner - 1] && i < 20; i++) assert_false(waiting[i] && !running[i]);
            waiting[owner - 1]--, running[owner - 1]++, total--, going++;
        } else if (running[who]) {
            job_queue_done(&queue, 1 + who);
            running[who]--, going--;
        }
        assert_int_equal(queue.waiting, total);
        assert_int_equal(queue.running, going);
    }
    job_queue_free(&queue);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_queue_has_nothing),
        cmocka_unit_test(one_owner_is_served_in_order),
        cmocka_unit_test(whoever_asks_for_much_does_not_hold_the_others_up),
        cmocka_unit_test(a_newcomer_waits_for_one_job_of_each_at_most),
        cmocka_unit_test(a_second_job_runs_only_while_nobody_waits_without_one),
        cmocka_unit_test(there_is_a_bound_for_one_and_for_all),
        cmocka_unit_test(the_more_wait_the_smaller_is_each_share),
        cmocka_unit_test(random_traffic_keeps_everybody_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
