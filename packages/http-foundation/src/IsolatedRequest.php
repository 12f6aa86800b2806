<?php

declare(strict_types=1);

namespace Async\HttpFoundation;

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
     * Returns the response that $task passes to its argument, and throws what $task throws. A cancelled request ends
     * before this call does.
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
        try {
            await($scope->spawn(static function () use ($task, $output): void {
                $output->begin();
                try {
                    $task($output->end(...));
                } finally {
                    $output->end();
                }
            }));
        } finally {
            $scope->cancel();
            protect($scope->awaitAfterCancellation(...));
        }

        return $output->response();
    }
}
