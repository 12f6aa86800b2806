--TEST--
Nested groups: an exception deep inside reaches the awaiter in charge; the document's example (OV-06, TG-31, TG-34, TG-19)
--FILE--
<?php
use function Async\{await, suspend, spawn, spawnWith};

function fetchUserNotifications(string $userId): array { suspend(); return ["note to $userId"]; }
function fetchRecentActivity(string $userId): array { return ['login']; }
function fetchUserData(): array { suspend(); return ['name' => 'Ann']; }
function fetchUserSettings(string $userId): array
{
    global $broken;
    // This exception stops all tasks in the hierarchy that were created as part of the request.
    return $broken ? throw new Exception("Error fetching customers") : ['theme' => 'dark'];
}
function fetchUserProfile(string $userId): array
{
    $userDataScope = new Async\Scope();
    $taskGroup = new Async\TaskGroup($userDataScope, captureResults: true);

    $taskGroup->add($userDataScope->spawn(fetchUserData(...)));
    $taskGroup->add($userDataScope->spawn(fetchUserSettings(...), $userId));

    $userDataScope->awaitCompletion();
    if ($errors = $taskGroup->getErrors()) {
        throw reset($errors);
    }
    [$userData, $settings] = $taskGroup->getResults();
    $userData['settings'] = $settings ?? [];
    return $userData;
}
function loadDashboardData(string $userId): array
{
    $scope = new Async\Scope();
    $taskGroup = new Async\TaskGroup($scope, captureResults: true);

    spawnWith($taskGroup, fetchUserProfile(...), $userId);
    spawnWith($taskGroup, fetchUserNotifications(...), $userId);
    spawnWith($taskGroup, fetchRecentActivity(...), $userId);

    try {
        await($taskGroup);
        [$profile, $notifications, $activity] = $taskGroup->getResults();
        return ['profile' => $profile, 'notifications' => $notifications, 'activity' => $activity];
    } catch (\Exception $e) {
        return ['error' => $e->getMessage()];
    }
}
foreach ([false, true] as $broken) {
    echo json_encode(await(spawn(loadDashboardData(...), 'ann'))), "\n";
}
// schedules: any
?>
--EXPECT--
{"profile":{"name":"Ann","settings":{"theme":"dark"}},"notifications":["note to ann"],"activity":["login"]}
{"error":"Error fetching customers"}
