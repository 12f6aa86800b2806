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

  dnl Only used to tell memcheck about coroutine stacks.
  AC_CHECK_HEADERS([valgrind/valgrind.h])

  dnl One source file a line, by folder.
  ASYNC_SOURCES="
    async.c
    await.c
    await_many.c
    channel.c
    channel_foreach.c
    channel_future.c
    channel_queue.c
    combinators.c
    context.c
    coroutine.c
    exceptions.c
    future.c
    future_chain.c
    iterable.c
    iterate.c
    keywords.c
    mutex.c
    once.c
    pool.c
    pool_idle.c
    pool_lending.c
    pool_places.c
    pooled_pdo.c
    pooled_pdo_session.c
    scope.c
    scope_await.c
    select.c
    semaphore.c
    shutdown.c
    signal_future.c
    spawn.c
    task_group.c
    task_group_flow.c
    task_group_iterator.c
    task_group_readers.c
    task_group_spawn.c
    task_group_tasks.c
    task_group_triggers.c
    timeout.c
    trigger.c
    trigger_result.c
    trigger_take.c
    scheduler/autoload_latch.c
    scheduler/coroutine.c
    scheduler/deadlock.c
    scheduler/disown.c
    scheduler/dispose.c
    scheduler/end.c
    scheduler/engine_state.c
    scheduler/error_handlers.c
    scheduler/failure.c
    scheduler/fiber_context.c
    scheduler/fork.c
    scheduler/handlers.c
    scheduler/interrupt.c
    scheduler/left_frames.c
    scheduler/libxml_errors.c
    scheduler/lineage.c
    scheduler/main_handler.c
    scheduler/output.c
    scheduler/records.c
    scheduler/remains.c
    scheduler/report.c
    scheduler/scheduler.c
    scheduler/scope.c
    scheduler/scope_bounds.c
    scheduler/scope_starters.c
    scheduler/scope_wait.c
    scheduler/soap_state.c
    scheduler/spawn_chain.c
    scheduler/stack.c
    scheduler/stack_overflow.c
    scheduler/testing.c
    scheduler/testing_body.c
    scheduler/throw_hook.c
    scheduler/ticks.c
    scheduler/wait.c
    scheduler/user_signals.c
    scheduler/watchdog.c
    reactor/child.c
    reactor/job.c
    reactor/own_thread.c
    reactor/poll.c
    reactor/reactor.c
    reactor/signal.c
    reactor/timer.c
    reactor/turn.c
    reactor/virtual_clock.c
    io/child_wait.c
    io/client_libraries.c io/client_streams.c
    io/delivery.c
    io/fifo_open.c
    io/file_copy.c
    io/file_job.c
    io/file_kind.c
    io/file_lock.c
    io/file_read.c
    io/file_sync.c
    io/file_write.c
    io/hooked_objects.c
    io/import_slots.c
    io/linked_slots.c
    io/io.c
    io/hooks.c
    io/hooks_connect.c
    io/hooks_dns.c
    io/hooks_files.c
    io/hooks_poll.c
    io/hooks_processes.c
    io/hooks_select.c
    io/hooks_sleep.c
    io/hooks_sockets.c
    io/hooks_threads.c
    io/lookup.c
    io/orphans.c
    io/process_pipe.c
    io/resolver_hosts.c
    io/resolver_records.c
    io/no_park.c
    io/socket_ops.c
    io/socket_wait.c
    io/state_turns.c
    io/stdio_ops.c
    io/stream_order.c
    io/testing_faults.c
    io/tls_ops.c
    io/turns.c
    io/wait_fd.c
    io/write_turns.c
    clients/amqp.c
    clients/amqp_lost.c
    clients/clients.c
    clients/curl.c
    clients/driver_names.c
    clients/drivers.c
    clients/ftp.c
    clients/guard.c
    clients/guard_objects.c
    clients/making.c
    clients/memcached.c
    clients/mysqli.c
    clients/mysqlnd_lost.c
    clients/owner.c
    clients/owner_end.c
    clients/owner_table.c
    clients/pdo.c
    clients/pdo_driver.c
    clients/pdo_large_objects.c
    clients/pdo_persistent.c
    clients/pgsql.c
    clients/redis.c
    clients/redis_pools.c
    clients/soap.c
    clients/sqlite3.c
    clients/ssh2.c
    clients/ssh2_closing.c
    clients/ssh2_scp.c
    clients/ssh2_sftp.c
    clients/ssh2_streams.c
    clients/ssh2_urls.c
    syntax/compile.c
    syntax/declared.c
    syntax/edits.c
    syntax/expression.c
    syntax/find_suspend.c
    syntax/find_suspend_x86_64.c
    syntax/forms.c
    syntax/names.c
    syntax/rewrite.c
    syntax/suspend_statement.c
    syntax/tokens.c
  "

  ASYNC_CFLAGS="-I@ext_srcdir@ -std=gnu11 -fvisibility=hidden -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1"
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
  dnl Built into PHP: what PHP itself calls and waits for goes through slots of ours.
  if test "$ext_shared" = "no"; then
    EXTRA_CFLAGS="$EXTRA_CFLAGS -include $ext_srcdir/io/linked_names.h"
    PHP_SUBST([EXTRA_CFLAGS])
  fi
  PHP_ADD_BUILD_DIR([$ext_builddir/scheduler])
  PHP_ADD_BUILD_DIR([$ext_builddir/reactor])
  PHP_ADD_BUILD_DIR([$ext_builddir/io])
  PHP_ADD_BUILD_DIR([$ext_builddir/clients])
  PHP_ADD_BUILD_DIR([$ext_builddir/syntax])
  PHP_INSTALL_HEADERS([ext/async], [php_async.h])
fi
