PHP_ARG_ENABLE([async],
  [whether to enable async],
  [AS_HELP_STRING([--enable-async],
    [Enable coroutines and transparent non-blocking I/O (needs libuv)])])

PHP_ARG_ENABLE([async-testing],
  [whether async can run tests in other schedules],
  [AS_HELP_STRING([--enable-async-testing],
    [Let the environment choose schedules and inject events, for the extension's own tests (docs/testing.md)])],
  [no], [no])

if test "$PHP_ASYNC" != "no"; then
  PKG_CHECK_MODULES([LIBUV], [libuv >= 1.44.2])
  PHP_EVAL_INCLINE([$LIBUV_CFLAGS])
  PHP_EVAL_LIBLINE([$LIBUV_LIBS], [ASYNC_SHARED_LIBADD])
  PHP_SUBST([ASYNC_SHARED_LIBADD])

  dnl Relative relocations in a few words for each page, instead of 24 bytes each: 80 KiB less to read at start-up. The
  dnl loader has to know them, so a program that has some must run.
  AC_CACHE_CHECK([for packed relative relocations], [async_cv_packed_relocations], [
    async_saved_cflags=$CFLAGS
    async_saved_ldflags=$LDFLAGS
    CFLAGS="$CFLAGS -fPIE"
    LDFLAGS="$LDFLAGS -pie -Wl,-z,pack-relative-relocs"
    AC_RUN_IFELSE([AC_LANG_SOURCE([[
      static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g", "h" };
      int main(int argc, char **argv) { return names[argc & 7][0] == 'b' ? 0 : 1; }
    ]])], [async_cv_packed_relocations=yes], [async_cv_packed_relocations=no], [async_cv_packed_relocations=no])
    CFLAGS=$async_saved_cflags
    LDFLAGS=$async_saved_ldflags
  ])
  if test "$async_cv_packed_relocations" = "yes"; then
    ASYNC_SHARED_LIBADD="$ASYNC_SHARED_LIBADD -Wl,-z,pack-relative-relocs"
  fi

  dnl Only used to tell memcheck about coroutine stacks.
  AC_CHECK_HEADERS([valgrind/valgrind.h])

  dnl Probes for tracers such as bpftrace: Debian has the header in systemtap-sdt-dev. The name is our own, as a PHP
  dnl that was built with the header says HAVE_SYS_SDT_H on machines that lack it.
  AC_CHECK_HEADER([sys/sdt.h], [
    AC_DEFINE([ASYNC_HAVE_PROBES], [1], [Define to 1 if <sys/sdt.h> is there.])
  ])
  dnl io/hooks/import_slots.c: how stock functions come to wait cooperatively. phpinfo() says it, too.
  AC_CACHE_CHECK([whether stock functions can wait cooperatively on this processor], [async_cv_import_slots], [
    AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
      #if !defined(__x86_64__) && !defined(__aarch64__)
      # error no import slots
      #endif
    ]])], [async_cv_import_slots=yes], [async_cv_import_slots=no])
  ])
  if test "$async_cv_import_slots" = "no"; then
    AC_MSG_WARN([On this processor sleep(), streams, sockets and database clients block all coroutines.])
    AC_MSG_WARN([Only what async itself has waits cooperatively. x86-64 and aarch64 have no such limit.])
  fi

  dnl Compilers for processors that exchange whole words only may call their own library for the exchange of a byte.
  AC_CACHE_CHECK([for the library of atomic exchanges], [async_cv_lib_atomic], [
    async_saved_libs=$LIBS
    async_cv_lib_atomic=none
    for async_library in '' -latomic; do
      LIBS="$async_saved_libs $async_library"
      AC_LINK_IFELSE([AC_LANG_SOURCE([[
        #include <stdbool.h>
        static bool flag;
        int main(void) { return __atomic_exchange_n(&flag, true, __ATOMIC_ACQ_REL); }
      ]])], [async_cv_lib_atomic=${async_library:-not needed}; break])
    done
    LIBS=$async_saved_libs
  ])
  case $async_cv_lib_atomic in
    -l*) ASYNC_SHARED_LIBADD="$ASYNC_SHARED_LIBADD $async_cv_lib_atomic" ;;
  esac

  dnl musl has these from 1.2.5 on.
  AC_CHECK_FUNCS([preadv2 pwritev2])

  dnl One source file a line, by folder.
  ASYNC_SOURCES="
    async.c
    callable.c
    context.c
    coroutine.c
    exceptions.c
    iterable.c
    iterate.c
    keywords.c
    scope.c
    scope_await.c
    scope_dispose.c
    scope_handlers.c
    spawn.c
    spawn_hooks.c
    task_group.c
    web_request.c
    api/blocking.c
    api/table.c
    api/task.c
    api/tickets.c
    api/where.c
    await/await.c
    await/combinators.c
    await/many.c
    await/timeout.c
    await/trigger.c
    await/trigger_hold.c
    await/trigger_outcome.c
    await/trigger_result.c
    await/trigger_take.c
    await/value_loop.c
    channel/channel.c
    channel/foreach.c
    channel/future.c
    channel/queue.c
    channel/select.c
    clients/amqp.c
    clients/clients.c
    clients/curl.c
    clients/curl_select.c
    clients/drivers.c
    clients/ftp.c
    clients/guard.c
    clients/guard_objects.c
    clients/late_release.c
    clients/memcached.c
    clients/mends/amqp_lost.c
    clients/mends/mysqlnd_lost.c
    clients/mends/pdo_method_names.c
    clients/mends/redis_broken_off.c
    clients/mends/redis_pools.c
    clients/mends/ssh2_scp.c
    clients/mysqli.c
    clients/mysqli_connect.c
    clients/mysqli_poll.c
    clients/opening.c
    clients/owner.c
    clients/owner_end.c
    clients/owner_fiber.c
    clients/pdo.c
    clients/pdo_driver.c
    clients/pdo_large_objects.c
    clients/pdo_parameters.c
    clients/pdo_persistent.c
    clients/pgsql.c
    clients/redis.c
    clients/soap.c
    clients/sqlite3.c
    clients/ssh2.c
    clients/ssh2_streams.c
    engine/abandoned_frames.c
    engine/call_state.c
    engine/comparisons.c
    engine/constant_marks.c
    engine/engine_state.c
    engine/error_handlers.c
    engine/fiber_state.c
    engine/handlers.c
    engine/interrupt.c
    engine/interrupted_operands.c
    engine/isolation/copy.c
    engine/isolation/cycles.c
    engine/isolation/handlers.c
    engine/isolation/isolation.c
    engine/isolation/places.c
    engine/isolation/plain_arrays.c
    engine/isolation/request.c
    engine/isolation/session.c
    engine/isolation/setters.c
    engine/isolation/settings.c
    engine/isolation/slots.c
    engine/isolation/symbols.c
    engine/isolation/web_request.c
    engine/libxml_catalogs.c
    engine/libxml_errors.c
    engine/libxml_settings.c
    engine/main_handler.c
    engine/mark_list.c
    engine/no_exceptions.c
    engine/operands.c
    engine/output.c
    engine/part.c
    engine/receivers.c
    engine/recursion_marks.c
    engine/recursion_path.c
    engine/soap_state.c
    engine/throw_hook.c
    engine/ticks.c
    engine/walked_values.c
    engine/walked_variables.c
    events/file_events.c
    events/foreach.c
    events/signal.c
    events/signals.c
    events/watch.c
    future/chain.c
    future/future.c
    future/inspect.c
    io/array_objects.c
    io/array_storage.c
    io/call_locks.c
    io/deleting_lists.c
    io/delivery.c
    io/dns/hosts.c
    io/dns/lookup.c
    io/dns/records.c
    io/files/copy.c
    io/files/fifo_open.c
    io/files/job.c
    io/files/kind.c
    io/files/lock.c
    io/files/notify.c
    io/files/notify_compare.c
    io/files/notify_folders.c
    io/files/notify_poll.c
    io/files/position.c
    io/files/read.c
    io/files/sync.c
    io/files/tree_listing.c
    io/files/write.c
    io/filled_variables.c
    io/fixed_arrays.c
    io/heaps.c
    io/hooks/client_libraries.c
    io/hooks/close.c
    io/hooks/connect.c
    io/hooks/dlopen.c
    io/hooks/dns.c
    io/hooks/epoll.c
    io/hooks/extensions.c
    io/hooks/files.c
    io/hooks/hooked_objects.c
    io/hooks/hooks.c
    io/hooks/import_slots.c
    io/hooks/linked_slots.c
    io/hooks/messages.c
    io/hooks/object_needs.c
    io/hooks/poll.c
    io/hooks/processes.c
    io/hooks/select.c
    io/hooks/sleep.c
    io/hooks/sockets.c
    io/hooks/testing_faults.c
    io/hooks/threads.c
    io/hooks/tracers.c
    io/hooks/validation.c
    io/io.c
    io/iterated.c
    io/kept_patterns.c
    io/no_park.c
    io/object_storage.c
    io/observed_calls.c
    io/processes/child_wait.c
    io/processes/orphans.c
    io/processes/process_pipe.c
    io/state_locks.c
    io/streams/client_streams.c
    io/streams/directory_objects.c
    io/streams/file_objects.c
    io/streams/html_output.c
    io/streams/low_water.c
    io/streams/opcache_key.c
    io/streams/path_search.c
    io/streams/persistent.c
    io/streams/put_back.c
    io/streams/socket_ops.c
    io/streams/socket_wait.c
    io/streams/stdio_ops.c
    io/streams/stream_close.c
    io/streams/stream_copy.c
    io/streams/stream_order.c
    io/streams/stream_passed.c
    io/streams/stream_turns.c
    io/streams/taken.c
    io/streams/tls_ops.c
    io/streams/unmapped.c
    io/streams/wrapper_dirs.c
    io/streams/wrapper_reads.c
    io/streams/write_locks.c
    io/streams/xml_output.c
    io/thrown_inside.c
    io/thrown_over.c
    io/wait_fd.c
    io/wait_words.c
    io/workers/dead_sockets.c
    io/workers/link.c
    io/workers/output.c
    io/workers/parallelism.c
    io/workers/parent_tie.c
    io/workers/passed.c
    io/workers/passed_kinds.c
    io/workers/passed_make.c
    io/workers/passed_places.c
    io/workers/refusal.c
    io/workers/setup.c
    io/workers/supervise_fork.c
    io/workers/supervise_worker.c
    io/workers/worker.c
    parallel/driver.c
    parallel/elements.c
    parallel/farewell.c
    parallel/idle.c
    parallel/outcome.c
    parallel/pool.c
    parallel/process_pool.c
    parallel/results.c
    parallel/supervise.c
    parallel/supervise_loop.c
    parallel/transport.c
    parallel/worker_exception.c
    parallel/worker_loop.c
    pool/breaker.c
    pool/callables.c
    pool/health.c
    pool/idle.c
    pool/lending.c
    pool/pdo_common.c
    pool/places.c
    pool/plain_pdo.c
    pool/plain_pdo_pools.c
    pool/pool.c
    pool/pool_report.c
    pool/pooled_pdo.c
    pool/pooled_pdo_session.c
    pool/resource.c
    pool/unchecked.c
    reactor/child.c
    reactor/foreign.c
    reactor/job.c
    reactor/libuv_loop.c
    reactor/line_client.c
    reactor/line_server.c
    reactor/local_socket.c
    reactor/outside.c
    reactor/own_memory.c
    reactor/own_thread.c
    reactor/poll.c
    reactor/reactor.c
    reactor/shard.c
    reactor/signal.c
    reactor/standard_fds.c
    reactor/thread.c
    reactor/timer.c
    reactor/turn.c
    reactor/virtual_clock.c
    reactor/worker.c
    scheduler/activity.c
    scheduler/autoload_latch.c
    scheduler/class_loads.c
    scheduler/class_questions.c
    scheduler/coroutine.c
    scheduler/cycle.c
    scheduler/deadlock.c
    scheduler/debug_info.c
    scheduler/deferred_release.c
    scheduler/disown.c
    scheduler/dispose.c
    scheduler/dump.c
    scheduler/dump_signal.c
    scheduler/end.c
    scheduler/end_shutdown.c
    scheduler/end_unwind.c
    scheduler/exit.c
    scheduler/failure.c
    scheduler/fiber_context.c
    scheduler/file_runs.c
    scheduler/first_frame.c
    scheduler/fork.c
    scheduler/identity.c
    scheduler/include_latch.c
    scheduler/inspect.c
    scheduler/inspect_stuck.c
    scheduler/isolated_scope.c
    scheduler/lineage.c
    scheduler/lock.c
    scheduler/marked_waiters.c
    scheduler/metrics.c
    scheduler/name.c
    scheduler/origin.c
    scheduler/parts.c
    scheduler/plain_text.c
    scheduler/reap.c
    scheduler/records.c
    scheduler/refuse_foreach.c
    scheduler/report.c
    scheduler/report_wait.c
    scheduler/schedule.c
    scheduler/scheduler.c
    scheduler/scope.c
    scheduler/scope_bounds.c
    scheduler/scope_counts.c
    scheduler/scope_end.c
    scheduler/scope_followers.c
    scheduler/scope_starters.c
    scheduler/scope_wait.c
    scheduler/scope_walk.c
    scheduler/snapshot.c
    scheduler/spawn_chain.c
    scheduler/stack.c
    scheduler/stack_overflow.c
    scheduler/test_run.c
    scheduler/testing.c
    scheduler/testing_body.c
    scheduler/trace.c
    scheduler/trace_format.c
    scheduler/trace_writer.c
    scheduler/turns.c
    scheduler/user_signals.c
    scheduler/wait.c
    scheduler/warning.c
    scheduler/watchdog.c
    sync/mutex.c
    sync/once.c
    sync/semaphore.c
    syntax/compile.c
    syntax/declared.c
    syntax/edits.c
    syntax/expression.c
    syntax/find_suspend.c
    syntax/forms.c
    syntax/names.c
    syntax/rewrite.c
    syntax/suspend_statement.c
    syntax/tokens.c
    task_group/cursors.c
    task_group/flow.c
    task_group/iterator.c
    task_group/join.c
    task_group/spawn.c
    task_group/tasks.c
    task_group/triggers.c
    testing/leaks.c
    testing/opened.c
    testing/run.c
  "

  ASYNC_CFLAGS="-I@ext_srcdir@ -std=gnu11 -D_GNU_SOURCE -fvisibility=hidden -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1"
  ASYNC_CFLAGS="$ASYNC_CFLAGS -Wall -Wextra -Wstrict-prototypes -Wno-unused-parameter"
  dnl The headers of PHP 8.5 have names that hide others.
  if test "`$PHP_CONFIG --vernum`" -lt 80500; then
    ASYNC_CFLAGS="$ASYNC_CFLAGS -Wshadow"
  fi
  dnl A misspelt function would only be missed when it is first called.
  ASYNC_CFLAGS="$ASYNC_CFLAGS -Werror=implicit-function-declaration"
  dnl Debug builds of PHP are for tests, too.
  if test "$PHP_ASYNC_TESTING" != "no" || test "$ZEND_DEBUG" = "yes"; then
    ASYNC_CFLAGS="$ASYNC_CFLAGS -DASYNC_TESTING"
  fi

  if test "$ext_shared" = "no"; then
    ASYNC_CFLAGS="$ASYNC_CFLAGS -DASYNC_BUILT_IN"
  fi

  PHP_NEW_EXTENSION([async], [$ASYNC_SOURCES], [$ext_shared],, [$ASYNC_CFLAGS])
  dnl The archives of PECL are built without the tools.
  if test "$ext_shared" != "no" && test -f "$ext_srcdir/Makefile.frag"; then
    PHP_ADD_MAKEFILE_FRAGMENT
  fi
  dnl Built into PHP: what PHP itself calls and waits for goes through slots of ours.
  if test "$ext_shared" = "no"; then
    EXTRA_CFLAGS="$EXTRA_CFLAGS -include $ext_srcdir/io/hooks/linked_names.h"
    PHP_SUBST([EXTRA_CFLAGS])
  fi
  dnl The build has the same folders.
  for async_folder in `echo $ASYNC_SOURCES | tr ' ' '\n' | sed -n 's,/[[^/]]*$,,p' | sort -u`; do
    PHP_ADD_BUILD_DIR([$ext_builddir/$async_folder])
  done
  PHP_INSTALL_HEADERS([ext/async], [php_async.h php_async_api.h])
fi
