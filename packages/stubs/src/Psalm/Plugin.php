<?php

declare(strict_types=1);

namespace Async\Stubs\Psalm;

use Psalm\Plugin\{PluginEntryPointInterface, RegistrationInterface};

/** Gives Psalm the stubs of the extension. */
final class Plugin implements PluginEntryPointInterface
{
    public function __invoke(RegistrationInterface $registration, ?\SimpleXMLElement $config = null): void
    {
        foreach (['async.php', 'pooled_pdo.php'] as $stub) {
            $registration->addStubFile(dirname(__DIR__, 2) . "/stubs/$stub");
        }
    }
}
