<?php
/* What the programs include while others run. */
return 1;
