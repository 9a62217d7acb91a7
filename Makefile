# sorted_window: window functions and first/last aggregates over ordered data
#
#   make, make install, make installcheck, make clean   as every PGXS extension
#   make demo       real questions on real data, with and without the extension
#   make check      the tests, in a throwaway server for each PostgreSQL major
#   make check-...  further checks, which take longer: docs/testing.md has them
#   make bench      the benchmark report
#
# All after the first line install what they need and say so. The opening
# comments of these scripts tell their environment variables.

scripts = demo bench $(notdir $(wildcard script/check*))

ifeq ($(filter-out $(scripts),$(or $(MAKECMDGOALS),all)),)

# These work where there is no pg_config yet, so PGXS stays out of it.
.PHONY: $(scripts)
$(scripts):
	@script/$@

else

EXTENSION = sorted_window
DATA = $(wildcard sorted_window--*.sql)
MODULE_big = sorted_window
OBJS = $(patsubst %.c,%.o,$(sort $(wildcard src/*.c)))
PGFILEDESC = "sorted_window - streamed window functions, first and last by key"

# One file a concept: sql/NAME.sql with expected/NAME.out. A name that ends in
# _pg18 is for PostgreSQL 18 and later, one that ends in _lt18 for those before.
other_majors = $(foreach n,16 17 18 19,\
	$(if $(shell [ $(MAJORVERSION) -lt $n ] && echo y),%_pg$n,%_lt$n))
REGRESS = $(filter-out $(other_majors),\
	$(patsubst sql/%.sql,%,$(sort $(wildcard sql/*.sql))))
REGRESS_OPTS = --inputdir=. --load-extension=sorted_window

# Callbacks, and the server's own headers, have parameters that aren't used.
# Nobody replaces a function of ours, so calls of them can be direct, inlined.
PG_CFLAGS = -Wall -Wextra -Wno-unused-parameter $(if $(WERROR),-Werror) \
	-fno-semantic-interposition
SHLIB_LINK = -Wl,-Bsymbolic

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)

$(OBJS) $(OBJS:.o=.bc): $(wildcard src/*.h)

.PHONY: list-regress
list-regress:
	@echo $(REGRESS)

endif
