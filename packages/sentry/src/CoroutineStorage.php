<?php

namespace Async\Sentry;

use Async\AsyncException;
use Async\Context;
use Async\Coroutine;
use Async\Key;
use Sentry\SentrySdk;
use Sentry\State\Hub;
use Sentry\State\HubInterface;
use Sentry\State\RuntimeContext;
use Sentry\State\RuntimeContextStorageInterface;
use Sentry\State\Scope;

use function Async\coroutineContext;
use function Async\currentCoroutine;
use function Async\onSpawn;

/**
 * Each coroutine has a hub of its own: a copy of the hub of the coroutine that has spawned it, made at the spawn. The
 * context of a coroutine holds the copy. The first use makes a context of the SDK of it, which is flushed after the
 * coroutine's end. The main script uses the hub that the program has made.
 */
final class CoroutineStorage implements RuntimeContextStorageInterface
{
    private static bool $isRegistered = false;
    private Key $inherited;
    private Key $started;
    private ?RuntimeContext $startedAtTheEnd = null;

    public function __construct()
    {
        $this->inherited = new Key('hub of Sentry');
        $this->started = new Key('runtime context of Sentry');
    }

    public static function register(): void
    {
        if (!self::$isRegistered) {
            self::$isRegistered = true;
            $storage = new self();
            SentrySdk::setRuntimeContextStorage($storage);
            onSpawn($storage->inherit(...));
        }
    }

    public function get(): ?RuntimeContext
    {
        $context = self::context();
        if ($context === null) {
            return $this->startedAtTheEnd;
        }
        if ($hub = $context->getLocal($this->inherited)) {
            $context->unset($this->inherited);
            SentrySdk::startContext($hub);   /* calls get(), then set() */
            currentCoroutine()->onFinally($this->flush(...));
        }
        return $context->getLocal($this->started);
    }

    public function set(RuntimeContext $runtimeContext): void
    {
        $context = self::context();
        if ($context === null) {
            $this->startedAtTheEnd = $runtimeContext;
        } else {
            $context->set($this->started, $runtimeContext, true);
        }
    }

    public function remove(): ?RuntimeContext
    {
        $context = self::context();
        if ($context === null) {
            [$started, $this->startedAtTheEnd] = [$this->startedAtTheEnd, null];
            return $started;
        }
        $context->unset($this->inherited);
        return self::take($context, $this->started);
    }

    /** Null: after a fatal error, and at the very end. The hub of the main script reports what happens then. */
    private static function context(): ?Context
    {
        try {
            return coroutineContext();
        } catch (AsyncException) {
            return null;
        }
    }

    private function inherit(Coroutine $spawned): void
    {
        $hub = SentrySdk::getCurrentHub();
        if ($hub->getClient() !== null) {
            $spawned->getContext()->set($this->inherited, self::copy($hub));
        }
    }

    private static function copy(HubInterface $hub): HubInterface
    {
        $copy = null;
        $hub->configureScope(static function (Scope $scope) use (&$copy): void {
            $copy = clone $scope;
        });
        return new Hub($hub->getClient(), $copy);
    }

    /** Runs in a coroutine of its own, and takes the context of the one that has ended. */
    private function flush(Coroutine $ended): void
    {
        if ($context = self::take($ended->getContext(), $this->started)) {
            $this->set($context);
            SentrySdk::endContext();
        }
    }

    private static function take(Context $context, Key $key): ?RuntimeContext
    {
        $value = $context->getLocal($key);
        $context->unset($key);
        return $value;
    }
}
