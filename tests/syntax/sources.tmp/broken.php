<?php
spawn foo();

$x = ;
