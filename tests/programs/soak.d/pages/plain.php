<?php
header('X-Page: plain');
setcookie('one', 'two');
http_response_code(isset($_GET['missing']) ? 404 : 200);
echo 'plain ', $_SERVER['REQUEST_METHOD'] ?? '', ' ', strlen(file_get_contents('php://input')), "\n";
