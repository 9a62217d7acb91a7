/*
 * valgrind.h
 *		The rest of what PostgreSQL asks of valgrind: nothing.  See memcheck.h.
 */
#ifndef SW_POISON_VALGRIND_H
#define SW_POISON_VALGRIND_H

#define RUNNING_ON_VALGRIND		0
#define VALGRIND_COUNT_ERRORS	0
#define VALGRIND_PRINTF(...)	do {} while (0)

#endif							/* SW_POISON_VALGRIND_H */
