<?php
namespace Library;

class Task
{
    public const NAME = 'task';

    public static function run(): string
    {
        return await spawn {
            suspend;
            return self::NAME . ' ' . __LINE__;
        };
    }
}
function work(): string
{
    return await spawn strrev('krow');
}
"\400";