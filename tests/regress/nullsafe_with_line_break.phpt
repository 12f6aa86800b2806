--TEST--
A string of several lines in a chain with ?-> after spawn moves no line (SY-24)
--FILE--
<?php
class Named
{
    public function name()
    {
        return 'found';
    }
}

$object = new stdClass;
$object->b = new Named;
$map = ["x\ny" => $object];
echo await spawn $map['x
y']?->b->name(), "\n";
echo __LINE__, "\n";
?>
--EXPECT--
found
15
