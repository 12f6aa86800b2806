<?php

declare(strict_types=1);

namespace Async\HttpFoundation;

use Async\AsyncCancellation;
use Async\Coroutine;
use Async\Scope;
use Symfony\Component\HttpFoundation\Response;

use function Async\await;
use function Async\protect;

/** Handles one request in an isolated scope of its own. */
final class IsolatedRequest
{
    private function __construct()
    {
    }

    /**
     * Returns the response that $task passes to its argument, and throws what $task throws. A coroutine of the request
     * that fails without a waiter, a shutdown function or a destructor that throws, end the request, too, and this call
     * throws their exception. A cancelled request ends before this call does.
     *
     * exit() ends the request alone. When $task has not passed a response yet, the response is what was printed, with
     * the status and the headers that PHP's functions have set. As always after exit(), no block `finally` runs.
     *
     * @param \Closure(\Closure(Response): void): void $task
     */
    public static function run(\Closure $task): Response
    {
        $scope = Scope::isolated(catchExit: true);
        $output = new RequestOutput();
        $failure = null;
        $scope->setExceptionHandler(
            static function (Scope $scope, Coroutine $coroutine, \Throwable $exception) use (&$failure): void {
                $failure ??= $exception;
                $scope->cancel();
            },
        );
        try {
            await($scope->spawn(self::handle(...), $scope, $task, $output));
        } finally {
            $scope->cancel();
            protect($scope->awaitAfterCancellation(...));
        }

        return $failure ? throw $failure : $output->response();
    }

    /** In the scope: other coroutines of the request may end it while the task waits. */
    private static function handle(Scope $scope, \Closure $task, RequestOutput $output): void
    {
        UniqueIds::beginAnew();
        $output->begin();
        try {
            $task(static function (Response $response) use ($scope, $output): void {
                // A kernel has made a response of the cancellation.
                $scope->isClosed() && throw new AsyncCancellation('The request has ended before its answer');
                $output->end($response);
            });
        } catch (AsyncCancellation $cancellation) {
            // Another coroutine has called exit(). After one here, shutdown functions still find the output buffers.
            $scope->getExitStatus() === null || exit;
            $scope->isClosed() || throw $cancellation;
        } finally {
            $output->end();
        }
    }
}
