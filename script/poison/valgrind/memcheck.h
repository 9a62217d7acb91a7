/*
 * memcheck.h
 *		Tells AddressSanitizer what PostgreSQL tells valgrind.
 *
 * A PostgreSQL that is built with USE_VALGRIND includes <valgrind/memcheck.h>
 * and declares by it which memory is in use: palloc's chunks without the slack
 * around them, and buffers while they are pinned.  With this header in the
 * place of valgrind's, AddressSanitizer learns it: "no access" is poisoned
 * memory, all else is not.  Whether memory is initialized is beyond it.
 */
#ifndef SW_POISON_MEMCHECK_H
#define SW_POISON_MEMCHECK_H

#include <sanitizer/asan_interface.h>

#include "valgrind.h"

#define VALGRIND_MAKE_MEM_NOACCESS(addr, size) \
	__asan_poison_memory_region((addr), (size))
#define VALGRIND_MAKE_MEM_DEFINED(addr, size) \
	__asan_unpoison_memory_region((addr), (size))
#define VALGRIND_MAKE_MEM_UNDEFINED(addr, size) \
	__asan_unpoison_memory_region((addr), (size))
#define VALGRIND_CHECK_MEM_IS_DEFINED(addr, size)	do {} while (0)

/*
 * Contexts mark a chunk's surroundings and freed chunks themselves, so only
 * the chunk that is handed out is left to do.
 */
#define VALGRIND_CREATE_MEMPOOL(pool, redzones, zeroed) do {} while (0)
#define VALGRIND_CREATE_MEMPOOL_EXT(pool, redzones, zeroed, flags) \
	do {} while (0)
#define VALGRIND_DESTROY_MEMPOOL(pool)				do {} while (0)
#define VALGRIND_MEMPOOL_TRIM(pool, addr, size)		do {} while (0)
#define VALGRIND_MEMPOOL_FREE(pool, addr)			do {} while (0)
#define VALGRIND_MEMPOOL_ALLOC(pool, addr, size) \
	__asan_unpoison_memory_region((addr), (size))
#define VALGRIND_MEMPOOL_CHANGE(pool, old, new, size) \
	__asan_unpoison_memory_region((new), (size))

#endif							/* SW_POISON_MEMCHECK_H */
