<?php
/* 200 task groups of 50 tasks. */
for ($round = 0; $round < 200; $round++) {
    $group = new Async\TaskGroup;
    for ($i = 0; $i < 50; $i++) {
        $group->spawn(fn() => 1);
    }
    Async\await($group->all());
}
