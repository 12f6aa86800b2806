/*
 * The reactor by itself, without PHP. Prints "N checks, 0 failures". One program: the parts are included.
 */
#include "support.h"

#include "timers.h"
#include "descriptors.h"
#include "signals.h"
#include "jobs.h"
#include "shards.h"
#include "children.h"
#include "lifecycle.h"

int main(void)
{
	signal(SIGPIPE, SIG_IGN);
	setenv("UV_THREADPOOL_SIZE", "4", 1);

	RUN(references_are_counted);
	RUN(timers_fire_by_deadline_then_fifo);
	RUN(timer_with_deadline_zero_fires_at_once);
	RUN(timer_re_armed_while_firing_waits_for_the_next_turn);
	RUN(timer_stops_another_while_firing);
	RUN(blocked_turn_is_exact);
	RUN(idle_sleep_is_exact);
	RUN(blocked_turn_follows_the_first_timer);
	RUN(blocked_turn_held_up_sees_its_timer);
	RUN(stopped_timers_leave_the_order_alone);
	RUN(limit_is_never_early);
	RUN(many_random_timers_are_quick);
	RUN(timers_are_found_after_a_peak);
	RUN(fd_is_readable_and_writable);
	RUN(fd_waiters_are_woken_in_order);
	RUN(fd_watched_again_from_its_callback_waits_again);
	RUN(fd_repeated_wait_keeps_the_registration);
	RUN(fd_unwanted_event_reduces_the_registration);
	RUN(fd_hang_up_wakes_everybody);
	RUN(fd_error_wakes_everybody_and_can_be_watched_again);
	RUN(fd_hang_up_beside_data_wakes_everybody);
	RUN(fd_data_leaves_the_writer_alone);
	RUN(fd_connection_reset_wakes_everybody);
	RUN(fd_forget_wakes_with_closed);
	RUN(fd_held_says_whether_it_was_closed);
	RUN(fd_number_reused_after_forget_is_new);
	RUN(fd_watched_and_forgotten_in_one_turn);
	RUN(fd_number_reused_without_forget_is_noticed);
	RUN(fd_closed_before_the_turn_wakes_with_closed);
	RUN(fd_keeps_its_blocking_mode);
	RUN(fd_that_cannot_be_watched_is_refused);
	RUN(fd_many_at_once_keep_their_registrations);
	RUN(fd_loops_take_turns_under_load);
	RUN(signal_wakes_all_and_gives_the_disposition_back);
	RUN(signal_unwatched_by_the_last_waiter_is_given_back);
	RUN(signal_that_cannot_be_caught_is_refused);
	RUN(foreign_signal_ends_a_blocked_turn);
	RUN(job_completes_then_is_destroyed);
	RUN(slow_jobs_leave_workers_to_fast_ones);
	RUN(abandoned_job_is_destroyed_without_completion);
	RUN(close_does_not_wait_for_running_jobs);
	RUN(lanes_do_not_wait_for_each_other);
	RUN(process_end_waits_for_owed_jobs);
	RUN(job_without_a_thread_is_refused);
	RUN(fork_after_close_forgets_own_threads);
	RUN(child_exit_wakes_by_pidfd);
	RUN(child_exit_wakes_by_signal);
	RUN(child_that_is_none_is_refused);
	RUN(fork_without_jobs);
	RUN(fork_with_jobs);
	RUN(fork_beside_busy_workers);
	RUN(fork_with_shards_and_a_job);
	RUN(close_with_everything_registered);
	RUN(open_without_descriptors_fails);

	printf("%u checks, %u failures\n", checks, failures);
	return failures != 0;
}
