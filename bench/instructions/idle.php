<?php
/* A script that calls nothing of async. */
for ($i = 0; $i < 1000; $i++) {
    usleep(0);
}
