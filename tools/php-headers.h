/*
 * The headers of PHP that most files include. ./dev has GCC parse them once, and not once for each file, which saves a
 * third of the time of a build. Files include what they use nevertheless: other builds, and ./dev check gcc, do without
 * this one.
 */
#include "config.h"

#include "php.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"
#include "zend_smart_str.h"
