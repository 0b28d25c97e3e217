/* Which C files the library was built from, so that one left over from others is not used. */

#include "exported.h"

EXPORTED uint32_t fairground_sources(void) { return FAIRGROUND_SOURCES; }
