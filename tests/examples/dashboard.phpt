--TEST--
A dashboard collects its data by nested groups of tasks; one part fails (EXM-16, TG-31, TG-34)
--FILE--
<?php
use Async\{Scope, TaskGroup};
use function Async\{spawn, spawnWith, await, suspend};

function loadDashboardData(string $userId): array
{
    $scope = new Scope();
    $taskGroup = new TaskGroup($scope, captureResults: true);

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

function fetchUserProfile(string $userId): array
{
    $userDataScope = new Scope();
    $taskGroup = new TaskGroup($userDataScope, captureResults: true);

    $taskGroup->add(spawn(fetchUserData(...), $userId));
    $taskGroup->add(spawn(fetchUserSettings(...), $userId));

    [$userData, $settings] = await($taskGroup);
    $userData['settings'] = $settings ?? [];
    return $userData;
}

function fetchUserData(string $userId): array
{
    suspend();
    return ['id' => $userId];
}

function fetchUserSettings(string $userId): array
{
    suspend();
    return $userId === 'broken' ? throw new Exception('Error fetching settings') : ['theme' => 'dark'];
}

function fetchUserNotifications(string $userId): array
{
    suspend();
    suspend();
    return ["hello $userId"];
}

function fetchRecentActivity(string $userId): array
{
    return [];
}

foreach (['anna', 'broken'] as $user) {
    echo json_encode(await(spawn(loadDashboardData(...), $user))), "\n";
}
?>
--EXPECT--
{"profile":{"id":"anna","settings":{"theme":"dark"}},"notifications":["hello anna"],"activity":[]}
{"error":"Error fetching settings"}
