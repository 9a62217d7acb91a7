# sorted_window: window functions and first/last aggregates over ordered data

EXTENSION = sorted_window
DATA = $(wildcard sorted_window--*.sql)
MODULE_big = sorted_window
OBJS = $(patsubst %.c,%.o,$(sort $(wildcard src/*.c)))
PGFILEDESC = "sorted_window - streamed window functions, first and last by key"

# One file a concept: sql/NAME.sql with expected/NAME.out.
REGRESS = $(patsubst sql/%.sql,%,$(sort $(wildcard sql/*.sql)))
REGRESS_OPTS = --inputdir=. --load-extension=sorted_window

PG_CFLAGS = -Wall -Wextra -Wno-unused-parameter $(if $(WERROR),-Werror)

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)
