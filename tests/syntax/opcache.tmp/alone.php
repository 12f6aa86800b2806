<?php
function alone() {
    suspend;
    return 'alone';
}
