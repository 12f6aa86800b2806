/*
 * The comparison of objects that are equal only to themselves.
 */
#include "scheduler/identity.h"

int async_compare_identity(zval *one, zval *other)
{
	ZEND_COMPARE_OBJECTS_FALLBACK(one, other);
	return Z_OBJ_P(one) == Z_OBJ_P(other) ? 0 : ZEND_UNCOMPARABLE;
}
