/* What all C files of the library share. */

#ifndef FAIRGROUND_EXPORTED_H
#define FAIRGROUND_EXPORTED_H

#include <stdint.h>

/* Marks a function that Python calls; all others are hidden. */
#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

#endif
