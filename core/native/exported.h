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

/* Where the C library can choose while it loads, what newer processors can do is compiled in as well. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

#endif
