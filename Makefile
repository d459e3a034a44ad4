# uno -- `make` builds, `make run` plays, `make test` proves. Everything that is
# written goes to build/.
#
#   make            build/uno, build/libuno.so, build/libuno.a, build/include/uno.h, build/uno.pc
#   make run        installs what is missing, builds, starts the server and prints the address to open
#   make cluster    PostgreSQL, three servers and nginx in front on this machine; prints the address (PORT=8080, NODES=3)
#   make test       installs what is missing, builds, runs every test
#   make bench      speed, and instructions per action
#   make strength   how strong the bots are, about an hour (GAMES=20000)
#   make lint       every check of the source text
#   make fuzz       whatever reads bytes from outside, a minute each (FUZZ_SECONDS=60)
#   make fuzz-campaign  the same for hours, one target after the other; what reaches new code stays in tests/fuzz/seeds (HOURS=8)
#   make coverage   how many lines of each room the tests run, in build/coverage; takes half an hour
#   make property   a long campaign of the property tests (N=1000000 decisions of bots, then as many
#                   positions a ruleset, SEED=1)
#   make lockstep   a long campaign of engine against arbiter (N=1000000 games an edition, SEED=1)
#   make events     a long campaign of random tournaments of every form (N=100000 tournaments, SEED=1)
#   make sim        whole servers with thousands of clients, crashes and faults (TABLES=500, SEED=1, NODES=3)
#   make power      the power goes at any moment, the store and its backups are looked at (N=20000 cuts, SEED=1)
#   make planted    plants the bugs of tests/planted/ one by one, and runs what must find each
#   make shuffle    whether deals are even, by chi-square (N=10000000 deals, SEED=1)
#   make dieharder  the stream that deals come from, before dieharder's tests; takes about an hour
#   make verifier   examples/verify.py beside uno verify (N=100000 games)
#   make kill-test  kill -9 of the running server under load (N=1000)
#   make campaign   several servers on one PostgreSQL under load, while something goes wrong again and again (HARM=kill,pause,restart
#                   or crash, failover, cut, clock; N=100 times, SEED=)
#   make failover   the same with HARM=failover: the primary is killed for good, its standby takes over (N=100)
#   make siege      honest players beside hostile clients (CLIENTS=1000, SECONDS=10)
#   make screens    pictures of every state of the page, in build/screens
#   make bench-web  the page in Chromium: bytes, time to be usable, frames, the engine as WebAssembly
#   make bench-server  actions a second, latency and memory of the server, beside a bare echo
#   make checksum   the million-game checksums on every compiler (checksum-write records them)
#   make golden-write  plays the games of tests/golden anew
#   make format     lays the source out as .clang-format says
#   make install    PREFIX=/usr/local DESTDIR=
#   make deb        the Debian packages, in build/deb/; lintian looks at them
#   make deb-test   installs, starts, upgrades and removes them in a fresh Debian 12, as root
#   make reproduce  builds the packages twice, in different places, and compares them
#   make sbom       build/uno.cdx.json: what uno is made of, as CycloneDX
#   make fresh      make run and make test in a fresh Debian 12, as root; takes hours (FRESH=run: only make run)
#   make clean
#
# CC=clang works as well; MARCH= chooses the processor, WERROR= keeps warnings
# from stopping the build, V=1 shows the commands. A new source file needs no
# edit here.

VERSION := 0.1.0
SONAME := libuno.so.0

ifeq ($(origin CC),default)
CC := gcc
endif
AR_FOR_CC = $(if $(LTO),gcc-ar,ar)
PREFIX ?= /usr/local
BUILD ?= build

# One job per processor unless told otherwise.
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
MAKEFLAGS += --no-print-directory
Q := $(if $(V),,@)
say = $(if $(V),,@echo "  $(1) $@")
.DELETE_ON_ERROR:
.SUFFIXES:
comma := ,

# ---- flags ----

CPU_FLAGS := $(shell grep -m1 '^flags' /proc/cpuinfo 2>/dev/null)
ifeq ($(shell uname -m),x86_64)
MARCH ?= $(if $(and $(filter bmi2,$(CPU_FLAGS)),$(filter avx2,$(CPU_FLAGS))),x86-64-v3,x86-64-v2)
endif

# A version of the architecture says nothing about the processor; tuned for a
# common one, copying a game takes vector moves instead of a slow string instruction.
MTUNE ?= $(if $(filter x86-64-v3,$(MARCH)),haswell)

OPT ?= -O3
WERROR ?= -Werror
SANITIZE ?=
# Link-time optimisation, where it is known to help; LTO= goes without.
LTO ?= $(if $(SANITIZE)$(findstring clang,$(CC)),,-flto=auto -ffat-lto-objects)

# A sanitizer's own code confuses the warnings; the release build has them all.
WARNINGS := $(if $(SANITIZE),-w,-Wall -Wextra -Wconversion -Wshadow $(WERROR))
# One set of objects serves program and libraries: without interposition, code
# for a shared object costs the program nothing.
COMMON := -std=c17 $(WARNINGS) $(OPT) -g -fPIC -fno-semantic-interposition \
          $(if $(MARCH),-march=$(MARCH)) $(if $(MTUNE),-mtune=$(MTUNE)) \
          $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer) $(CFLAGS)
# Compiling warns; linking does not, as what it sees after inlining across files
# it often takes for more than it is.
LINK = $(CC) $(filter-out -W%,$(COMMON)) -w $(LTO)
COMPILE = $(CC) -DUNO_VERSION='"$(VERSION)"' -D_POSIX_C_SOURCE=200809L $(CPPFLAGS) $(COMMON) -MMD -MP
LIBS := -linih -lcjson -Wl,--as-needed -lncursesw -Wl,--no-as-needed -lm -pthread
# What the program needs beyond the library: server, client and store.
PROGRAM_LIBS := -lpq -lseccomp -lwebsockets -lssl -lcrypto -luv -lsqlite3 -lsodium -lutf8proc -lqrencode $(LIBS)

# ---- sources, by room ----

LIBRARY_ROOMS := engine ruleset record rating scenario bots wire words table teller arbiter tournament lab
PROGRAM_ROOMS := store client hub net tui cli
sources = $(foreach room,$(1),$(sort $(wildcard src/$(room)/*.c)))
objects = $(patsubst src/%.c,$(BUILD)/obj/%.o,$(call sources,$(1)))

ENGINE_OBJECTS := $(call objects,engine)
RULESETS := $(sort $(wildcard rulesets/*.ini))
# What the page is made of; node_modules/ is what npm brings.
PAGE := $(sort $(shell find web -path web/node_modules -prune -o -type f -print 2>/dev/null))
DATA_OBJECTS := $(if $(wildcard tools/embed-rulesets),$(BUILD)/obj/rulesets_data.o)
LIBRARY_OBJECTS := $(call objects,$(LIBRARY_ROOMS)) $(DATA_OBJECTS)
PROGRAM_OBJECTS := $(call objects,$(PROGRAM_ROOMS)) $(BUILD)/obj/page_data.o
# The rooms of the program that tests look into.
SERVICE_OBJECTS := $(call objects,store client hub net) $(BUILD)/obj/page_data.o

UNIT_TESTS := $(patsubst tests/unit/%.c,$(BUILD)/tests/unit/%,$(wildcard tests/unit/*.c))
SUITE_TESTS := $(foreach suite,property bots golden lockstep shuffle sim leak power,$(if $(wildcard tests/$(suite)/$(suite).c),$(BUILD)/tests/$(suite)))
FUZZERS := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))

# ---- what people ask for ----

.PHONY: all run cluster test bench leaderboard strength lint format fuzz fuzz-campaign coverage property lockstep events sim power planted kill-test campaign failover bench-server siege screens bench-web checksum checksum-write golden-write install clean help shuffle dieharder verifier deb deb-test reproduce sbom fresh
.PHONY: programs test-programs checksum-program checksum-programs fuzz-programs FORCE

all: $(BUILD)/uno $(BUILD)/libuno.so $(BUILD)/libuno.a $(BUILD)/include/uno.h $(BUILD)/uno.pc $(BUILD)/uno.1
	@:

help:
	@sed -n 's/^#   //p' Makefile

run:
	@tools/install-packages run
	@$(MAKE) all
	@$(BUILD)/uno serve

PORT ?= 8080
cluster:
	@tools/install-packages test
	@$(MAKE) all
	@tools/cluster --port $(PORT) --nodes $(or $(NODES),3) $(BUILD)/uno

test:
	@tools/install-packages test
	@$(MAKE) all test-programs checksum-program
	@$(MAKE) BUILD=build/asan SANITIZE=address,undefined OPT=-O1 programs test-programs
	@$(MAKE) checksum-programs fuzz-programs
	@tests/run

bench:
	@tools/install-packages test
	@$(MAKE) all $(BUILD)/bench/ratings $(BUILD)/bench/tournament
	@$(BUILD)/uno bench
	@$(BUILD)/bench/ratings
	@$(BUILD)/bench/tournament
	@"$$(tools/python)" bench/batch $(BUILD)/libuno.so
	@bench/instructions $(BUILD)/uno

# Every bot against every other at tables that others can cite; writes them into docs/bots.md.
leaderboard: all
	@bench/leaderboard $(BUILD)/uno --write

GAMES ?= 20000
strength: all $(BUILD)/bound
	@bench/strength $(BUILD)/uno $(GAMES)
	@$(BUILD)/bound official 2 greedy $(GAMES) 300 target=0
	@$(BUILD)/bound official 4 greedy $(GAMES) 300 target=0

# How long ratings take to be worked out again, and a tournament of 10,000.
$(BUILD)/bench/ratings $(BUILD)/bench/tournament: $(BUILD)/bench/%: bench/%.c $(BUILD)/libuno.a
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(COMPILE) -Isrc -o $@ $< $(BUILD)/libuno.a $(LDFLAGS) $(LIBS)

# What a search that sees all hands would win.
$(BUILD)/bound: bench/bound.c $(BUILD)/libuno.a
	$(call say,LINK)
	$(Q)$(COMPILE) -Isrc -o $@ $< $(BUILD)/libuno.a $(LDFLAGS) $(LIBS)

lint:
	@tools/install-packages test
	@$(MAKE) $(call objects,engine bots arbiter)
	@tools/lint

format:
	clang-format -i $(wildcard src/*.h src/*/*.[ch] src/*/*/*.h tests/*/*.c tests/*/*.h bench/server/*.[ch])

FUZZ_SECONDS ?= 60
fuzz:
	@tools/install-packages test
	@$(MAKE) fuzz-programs
	@tests/fuzz/run $(FUZZ_SECONDS) $(FUZZERS)

HOURS ?= 8
fuzz-campaign:
	@tools/install-packages test
	@$(MAKE) fuzz-programs
	@tests/fuzz/campaign $(HOURS) $(FUZZERS)

# Processes that are killed write no counts, and a sandbox would keep them from it.
coverage:
	@tools/install-packages test
	@rm -rf build/coverage/obj/*/*.gcda
	@$(MAKE) LTO= BUILD=build/coverage OPT=-O1 WERROR= CFLAGS=--coverage programs build/coverage/libuno.so test-programs
	@-UNO_NO_SANDBOX=1 UNO_LIBRARY=$(abspath build/coverage/libuno.so) RESULTS=build/coverage/results SUITE="build/coverage 300 1000 1000 400 150" tests/run
	@-tests/python.sh build/coverage/libuno.so > build/coverage/python.log
	@tools/coverage build/coverage

N ?= 1000000
SEED ?= 1
property:
	@$(MAKE) $(BUILD)/tests/property $(BUILD)/tests/bots
	@$(BUILD)/tests/bots $(N) $(SEED)
	@$(BUILD)/tests/property $(N) $(SEED)

lockstep:
	@$(MAKE) $(BUILD)/tests/lockstep
	@$(BUILD)/tests/lockstep $(N) $(SEED)

events: private N := $(if $(filter command line,$(origin N)),$(N),100000)
events:
	@$(MAKE) $(BUILD)/tests/events
	@$(BUILD)/tests/events $(N) $(SEED)

# Whole servers from a seed; kill -9 under load, N times.
TABLES ?= 500
sim:
	@$(MAKE) $(BUILD)/tests/sim $(BUILD)/tests/leak
	@$(BUILD)/tests/sim $(TABLES) $(SEED) $(NODES)
	@$(BUILD)/tests/leak 1000 $(SEED)

power: private N := $(if $(filter command line,$(origin N)),$(N),20000)
power:
	@tools/install-packages test
	@$(MAKE) $(BUILD)/tests/power
	@$(BUILD)/tests/power $(N) $(SEED)

shuffle: private N := $(if $(filter command line,$(origin N)),$(N),10000000)
shuffle:
	@$(MAKE) $(BUILD)/tests/shuffle
	@$(BUILD)/tests/shuffle $(N) $(SEED)

dieharder:
	@tools/install-packages campaign
	@$(MAKE) $(BUILD)/tests/shuffle
	@$(BUILD)/tests/shuffle --stream $(SEED) | dieharder -a -g 200 | tee build/dieharder.txt
	@! grep FAILED build/dieharder.txt

verifier: private N := $(if $(filter command line,$(origin N)),$(N),100000)
verifier: all
	@"$$(tests/server/python)" -B tests/record/verifier.py $(BUILD)/uno $(N)

planted: all test-programs
	@tools/planted

kill-test: private N := $(if $(filter command line,$(origin N)),$(N),1000)
kill-test: all
	@UNO=$(BUILD)/uno KILLS=$(N) bash tests/server/kill.sh

# tests/server/harms.py has the harms.
HARM ?= kill,pause,restart
campaign failover: private N := $(if $(filter command line,$(origin N)),$(N),100)
failover: private HARM := failover
campaign failover:
	@tools/install-packages test
	@$(MAKE) all
	@UNO=$(BUILD)/uno "$$(tests/server/python)" -B tests/server/campaign.py $(HARM) $(N) $(if $(filter command line,$(origin SEED)),$(SEED))

checksum:
	@tools/install-packages test
	@$(MAKE) checksum-program checksum-programs
	@tests/checksum/run

checksum-write:
	@$(MAKE) checksum-program
	@tests/checksum/run --write

golden-write: all
	@tests/golden-write.sh $(BUILD)/uno

clean:
	rm -rf build

# ---- program and libraries ----

programs: $(BUILD)/uno
	@:

# A change of compiler or flags is a change of every object; whether warnings stop the build is none.
OBJECT_FLAGS = $(filter-out -Werror,$(COMPILE)) $(LTO) $(ENGINE_FLAGS) $(RATING_FLAGS)
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(OBJECT_FLAGS)' | cmp -s - $@ || echo '$(OBJECT_FLAGS)' > $@

# gcc would make a call of strlen() out of a loop; engine and arbiter have no C library.
ENGINE_FLAGS := $(if $(findstring clang,$(CC)),,-fno-tree-loop-distribute-patterns -fno-tree-slp-vectorize)
$(call objects,engine arbiter): private COMMON += $(ENGINE_FLAGS)

# A rating, and a figure of the lab, has the same digits whoever compiles it: no operation is fused with another.
RATING_FLAGS := -ffp-contract=off -fno-math-errno
$(call objects,rating lab): private COMMON += $(RATING_FLAGS)

$(BUILD)/obj/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC  )
	$(Q)$(COMPILE) $(LTO) -c -o $@ $<

$(BUILD)/rulesets_data.c: tools/embed-rulesets $(RULESETS)
	@mkdir -p $(@D)
	$(call say,GEN )
	$(Q)tools/embed-rulesets $(RULESETS) > $@

$(BUILD)/obj/rulesets_data.o: $(BUILD)/rulesets_data.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC  )
	$(Q)$(COMPILE) $(LTO) -Isrc -c -o $@ $<

# The page that people open: Svelte and TypeScript, put together by Vite, with the engine
# as WebAssembly beside it; all of it inside the program.
web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	$(call say,NPM )
	$(Q)npm ci --prefix web --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

GERMAN := $(addprefix build/wasm/,german.txt german-rules.txt german-titles.json)
build/web/index.html: web/node_modules/.package-lock.json $(addprefix build/wasm/,table.wasm game.wasm uno.wasm) $(GERMAN) $(PAGE)
	$(call say,VITE)
	$(Q)cd web && VITE_UNO_VERSION=$(VERSION) npx --no-install vite build --logLevel warn

$(BUILD)/page_data.S: tools/embed-page build/web/index.html
	@mkdir -p $(@D)
	$(call say,GEN )
	$(Q)tools/embed-page build/web $(BUILD)/page > $@

$(BUILD)/obj/page_data.o: $(BUILD)/page_data.S
	@mkdir -p $(@D)
	$(call say,AS  )
	$(Q)$(CC) -c -o $@ $<

$(BUILD)/libuno.a: $(LIBRARY_OBJECTS)
	@rm -f $@
	$(call say,AR  )
	$(Q)$(AR_FOR_CC) rcs $@ $^

$(BUILD)/$(SONAME): $(LIBRARY_OBJECTS)
	$(call say,LINK)
	$(Q)$(LINK) -shared -Wl,-soname,$(SONAME) -Wl,-z,defs -o $@ $^ $(LDFLAGS) $(LIBS)

$(BUILD)/libuno.so: $(BUILD)/$(SONAME)
	@ln -sf $(SONAME) $@

$(BUILD)/uno: $(PROGRAM_OBJECTS) $(LIBRARY_OBJECTS)
	$(call say,LINK)
	$(Q)$(LINK) -o $@ $^ $(LDFLAGS) $(PROGRAM_LIBS)

$(BUILD)/libservice.a: $(SERVICE_OBJECTS)
	@rm -f $@
	$(call say,AR  )
	$(Q)$(AR_FOR_CC) rcs $@ $^

$(BUILD)/include/uno.h: tools/one-header src/uno.h $(wildcard src/*/*.h src/*/*.def)
	@mkdir -p $(@D)
	$(call say,GEN )
	$(Q)tools/one-header src/uno.h > $@

# Where the library is now; `make install` writes its own for where it goes.
PC = sed -e 's|@PREFIX@|$(1)|' -e 's|@LIBDIR@|$(2)|' -e 's|@VERSION@|$(VERSION)|' src/uno.pc.in
$(BUILD)/uno.pc: src/uno.pc.in Makefile
	@mkdir -p $(@D)
	@$(call PC,$(abspath $(BUILD)),$${prefix}) > $@

# The manual is a convenience: a machine without scdoc still gets the program.
$(BUILD)/uno.1: docs/uno.1.scd
	@mkdir -p $(@D)
	@if command -v scdoc >/dev/null; then scdoc < $< > $@; else printf '.TH uno 1\n.SH NAME\nuno \\- see uno --help\n' > $@; fi

# ---- tests ----

# Without link-time optimisation, which takes long and pays off only in what is measured.
TEST_FLAGS = $(COMPILE) -fno-lto -Isrc -Itests
TEST_LIBS := -lcmocka $(PROGRAM_LIBS)

bench-server:
	@tools/install-packages test
	@$(MAKE) all $(BUILD)/bench/load $(BUILD)/bench/echo
	@bench/server/run $(BUILD)
	@"$$(tests/server/python)" bench/server/events $(BUILD)

bench-web:
	@tools/install-packages test
	@$(MAKE) all checksum-program build/wasm/checksum.wasm
	@node bench/web/run.mjs $(BUILD)

# Pictures of every state of the page, in build/screens, for people to look at.
screens:
	@tools/install-packages test
	@$(MAKE) all
	@node tests/web/screens.mjs

CLIENTS ?= 1000
SECONDS ?= 10
siege:
	@tools/install-packages test
	@$(MAKE) all $(BUILD)/bench/load $(BUILD)/bench/siege
	@bench/server/siege/run $(BUILD) $(CLIENTS) $(SECONDS)

# The load client needs nothing of ours, so that it costs less than what it measures.
$(BUILD)/bench/load: $(filter-out %/echo.c,$(wildcard bench/server/*.[ch]))
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(TEST_FLAGS) -o $@ $(filter %.c,$^) $(LDFLAGS)

$(BUILD)/bench/echo: bench/server/echo.c
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(TEST_FLAGS) -o $@ $< $(LDFLAGS) -lwebsockets -luv

$(BUILD)/bench/siege: $(wildcard bench/server/siege/*.[ch])
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(TEST_FLAGS) -o $@ $(filter %.c,$^) $(LDFLAGS)

test-programs: $(BUILD)/bench/load $(BUILD)/bench/siege

test-programs: $(BUILD)/tests/rate tests/rating/node_modules/.package-lock.json
test-programs: $(UNIT_TESTS) $(SUITE_TESTS) $(BUILD)/tests/arbiter-scenarios $(BUILD)/tests/tournament-scenarios $(BUILD)/tests/events
	@:

# Ratings are held against packages of others.
$(BUILD)/tests/rate: tests/rating/rate.c $(BUILD)/libuno.a
	@mkdir -p $(@D)
	$(call say,TEST)
	$(Q)$(TEST_FLAGS) -o $@ $< $(BUILD)/libuno.a $(LDFLAGS) $(LIBS)

tests/rating/node_modules/.package-lock.json: tests/rating/package.json tests/rating/package-lock.json
	$(call say,NPM )
	$(Q)npm ci --prefix tests/rating --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

$(BUILD)/tests/unit/%: tests/unit/%.c $(BUILD)/libservice.a $(BUILD)/libuno.a
	@mkdir -p $(@D)
	$(call say,TEST)
	$(Q)$(TEST_FLAGS) -o $@ $< $(BUILD)/libservice.a $(BUILD)/libuno.a $(LDFLAGS) $(TEST_LIBS)

define suite_rule
$$(BUILD)/tests/$(1): $$(wildcard tests/$(1)/*.c) $$(BUILD)/libuno.a
	@mkdir -p $$(@D)
	$$(call say,TEST)
	$$(Q)$$(TEST_FLAGS) -o $$@ $$(filter %.c,$$^) $$(BUILD)/libuno.a $$(LDFLAGS) $$(LIBS)
endef
$(foreach suite,property bots golden lockstep shuffle,$(eval $(call suite_rule,$(suite))))
$(BUILD)/tests/bots $(BUILD)/tests/lockstep: tests/property/mix.c

# Whole servers inside a test.
define service_suite_rule
$$(BUILD)/tests/$(1): $$(wildcard tests/$(1)/*.c) $$(BUILD)/libservice.a $$(BUILD)/libuno.a
	@mkdir -p $$(@D)
	$$(call say,TEST)
	$$(Q)$$(TEST_FLAGS) -o $$@ $$(filter %.c,$$^) $$(BUILD)/libservice.a $$(BUILD)/libuno.a $$(LDFLAGS) $$(PROGRAM_LIBS)
endef
$(foreach suite,sim leak,$(eval $(call service_suite_rule,$(suite))))

# The store on a disk that loses its power: what it asks of libc goes through tests/power/disk.c.
POWER_WRAPS := $(addprefix -Wl$(comma)--wrap=,open close write ftruncate fsync fdatasync rename link unlink)
$(BUILD)/tests/power: $(wildcard tests/power/*.c) $(BUILD)/libservice.a $(BUILD)/libuno.a
	@mkdir -p $(@D)
	$(call say,TEST)
	$(Q)$(TEST_FLAGS) -o $@ $(filter %.c,$^) $(BUILD)/libservice.a $(BUILD)/libuno.a $(POWER_WRAPS) $(LDFLAGS) $(TEST_LIBS)

$(BUILD)/tests/arbiter-scenarios: $(wildcard tests/arbiter/*.c tests/arbiter/*.h) $(BUILD)/libuno.a
	@mkdir -p $(@D)
	$(call say,TEST)
	$(Q)$(TEST_FLAGS) -o $@ $(filter %.c,$^) $(BUILD)/libuno.a $(LDFLAGS) $(LIBS)

# Tournaments: told by scenarios, and random ones of every form. The runners of scenarios share their beginnings.
$(BUILD)/tests/tournament-scenarios: tests/tournament/scenarios.c tests/tournament/dump.c tests/arbiter/ids.c tests/arbiter/place.c $(BUILD)/libuno.a
	@mkdir -p $(@D)
	$(call say,TEST)
	$(Q)$(TEST_FLAGS) -o $@ $(filter %.c,$^) $(BUILD)/libuno.a $(LDFLAGS) $(LIBS)

$(BUILD)/tests/events: tests/tournament/events.c tests/tournament/events_check.c tests/tournament/dump.c $(BUILD)/libuno.a
	@mkdir -p $(@D)
	$(call say,TEST)
	$(Q)$(TEST_FLAGS) -o $@ $(filter %.c,$^) $(BUILD)/libuno.a $(LDFLAGS) $(LIBS)

# The same games must come out of every compiler: engine, bots, arbiter, ratings and checksum alone.
CHECKSUM_SOURCES := tests/checksum/checksum.c tests/checksum/ratings.c tests/checksum/main.c
RATING_ALONE := $(addprefix src/rating/,exact.c glicko.c skill.c)
checksum-program: $(BUILD)/tests/checksum
	@:

$(BUILD)/tests/checksum: $(CHECKSUM_SOURCES) $(call objects,engine bots arbiter) $(RATING_ALONE:src/%.c=$(BUILD)/obj/%.o)
	@mkdir -p $(@D)
	$(call say,TEST)
	$(Q)$(TEST_FLAGS) -o $@ $(filter %.c %.o,$^) $(LDFLAGS)

checksum-programs: build/wasm/checksum.wasm
	@$(MAKE) BUILD=build/clang-O3 CC=clang checksum-program
	@$(MAKE) BUILD=build/gcc-O0 CC=gcc OPT=-O0 checksum-program

# wasm32 without a C library: src/wasm/ brings what little of one is needed. uno.wasm has everything of
# src/wasm/page.h, and what plays in it is quick; table.wasm, which comes with the first visit, has what whoever
# looks at a table needs and nothing else, game.wasm, which comes with the first game, what plays it: both are
# small; checksum.wasm has the rooms that stand alone.
WASM_CC := clang --target=wasm32 -std=c17 $(WARNINGS) -flto -nostdlib -isystem src/wasm/include -Isrc -Itests -MMD -MP
WASM_LD := wasm-ld --no-entry -O2 --stack-first -z stack-size=1048576 --strip-all --compress-relocations
wasm = $(patsubst src/%.c,build/wasm/%.o,$(1))
small_wasm = $(patsubst src/%.c,build/wasm/small/%.o,$(1))
tiny_wasm = $(patsubst src/%.c,build/wasm/tiny/%.o,$(1))
WASM_ALONE := $(call wasm,$(call sources,engine bots arbiter) src/wasm/libc.c)
WASM_WIRE := $(addprefix src/wire/,json_text.c view_delta.c event_json.c view_fields.c view_holds.c view_json.c)
WASM_WORDS := $(addprefix src/words/,english.c words.c words_action.c words_event.c words_question.c)
WASM_CLIENT := $(addprefix src/client/,fold.c fold_chat.c fold_fair.c fold_follow.c fold_room.c)
WASM_PAGE := $(call sources,engine bots ruleset record scenario table teller arbiter wasm) $(WASM_WIRE) $(WASM_WORDS) $(WASM_CLIENT) \
    $(addprefix src/lab/,lab_answer.c lab_book.c lab_count.c lab_play.c lab_report.c lab_quantity.c lab_stat.c lab_wish.c puzzle.c report.c report_plot.c \
    report_svg.c review.c review_record.c) $(addprefix src/rating/,exact.c outcome.c stats.c)
# A table is looked at and spoken of; what plays at it on this device, records, rulebooks and the arbiter are elsewhere.
WASM_TABLE := $(call sources,engine ruleset record) src/bots/move_why.c $(WASM_WIRE) $(WASM_WORDS) $(WASM_CLIENT) \
    $(filter-out $(addprefix src/wasm/page_,arbiter.c bots.c game.c grammar.c lab.c lesson.c record.c review.c stats.c workshop.c) src/wasm/decimal.c,$(call sources,wasm))

# Games against bots are played; who looks at them, and what is said of them, is elsewhere.
WASM_GAME := $(call sources,engine bots ruleset record table teller) $(WASM_WIRE) \
    $(filter-out $(addprefix src/wasm/page_,arbiter.c bots.c grammar.c lab.c lesson.c record.c review.c stats.c table.c view.c words.c workshop.c) src/wasm/decimal.c,$(call sources,wasm))

# What plays is made quick, what talks small; in table.wasm nothing plays, and it is tiny. In neither of the small ones are
# rules written: what is wrong with a text is said by uno.wasm alone.
WASM_OPT := -Oz
WASM_BRISK := $(addprefix src/engine/,classic.c classic_deal.c split.c split_action.c split_cards.c split_claim.c split_round.c) \
    $(addprefix src/bots/,worth.c standing.c)
WASM_QUICK := $(addprefix src/engine/,action.c cards.c classic_lean.c classic_legal.c game.c rng.c split_legal.c) \
    $(addprefix src/bots/,playout.c policy.c) src/wasm/libc.c
$(call small_wasm,$(WASM_BRISK)): private WASM_OPT := -Os
$(call small_wasm,$(WASM_QUICK)): private WASM_OPT := -O2
# Five words are too few for vectors: only ChaCha, which asks for them, is quicker with them.
$(call wasm,$(call sources,engine bots) src/lab/lab_play.c src/wasm/libc.c) build/wasm/checksum.o: \
    private WASM_OPT := -O3 -fno-vectorize -fno-slp-vectorize
WASM_PLAIN := -mllvm -vectorize-loops=false -mllvm -vectorize-slp=false
build/wasm/small/wasm/print.o: private WASM_CC += -DPRINT_WHOLE_NUMBERS
# Four numbers at once, for ChaCha.
$(call wasm,$(call sources,engine bots)) build/wasm/small/engine/rng.o build/wasm/tiny/engine/rng.o build/wasm/checksum.o: private WASM_CC += -msimd128
# A loop that copies must not become a call of the function it is in.
$(foreach flavour,wasm small_wasm tiny_wasm,$(call $(flavour),src/wasm/libc.c src/wasm/heap.c)): private WASM_CC += -fno-builtin

build/wasm/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(call say,WASM)
	$(Q)$(WASM_CC) $(WASM_OPT) -c -o $@ $<

build/wasm/small/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(call say,WASM)
	$(Q)$(WASM_CC) -DRULES_UNPRINTED $(WASM_OPT) -c -o $@ $<

build/wasm/tiny/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(call say,WASM)
	$(Q)$(WASM_CC) -DRULES_UNPRINTED $(WASM_OPT) -c -o $@ $<

# The page loads another language only when it is chosen.
build/wasm/catalogue: src/wasm/words/print.c src/words/german.c src/ruleset/book_german.c build/wasm/rulesets_data.c \
    $(wildcard src/words/*.def src/words/language.h src/ruleset/*.def src/ruleset/book_words.h src/engine/*.def)
	@mkdir -p $(@D)
	$(call say,GEN )
	$(Q)$(CC) -std=c17 -Isrc -o $@ $(filter %.c,$^)

$(GERMAN) &: build/wasm/catalogue
	$(Q)$< words > build/wasm/german.txt && $< rules > build/wasm/german-rules.txt && $< titles > build/wasm/german-titles.json

build/wasm/rulesets_data.c: tools/embed-rulesets $(RULESETS)
	@mkdir -p $(@D)
	$(Q)tools/embed-rulesets $(RULESETS) > $@

build/wasm/rulesets_bare.c: tools/embed-rulesets $(RULESETS)
	@mkdir -p $(@D)
	$(Q)tools/embed-rulesets --bare $(RULESETS) > $@

build/wasm/rulesets_data.o build/wasm/rulesets_bare.o: build/wasm/%.o: build/wasm/%.c Makefile
	$(call say,WASM)
	$(Q)$(WASM_CC) $(WASM_OPT) -c -o $@ $<

build/wasm/checksum.o build/wasm/ratings.o: build/wasm/%.o: tests/checksum/%.c Makefile
	@mkdir -p $(@D)
	$(call say,WASM)
	$(Q)$(WASM_CC) $(WASM_OPT) -c -o $@ $<

build/wasm/checksum.wasm: build/wasm/checksum.o build/wasm/ratings.o $(WASM_ALONE) $(call wasm,$(RATING_ALONE))
	$(call say,WASM)
	$(Q)$(WASM_LD) --lto-O3 $(WASM_PLAIN) $(addprefix --export=checksum_,games bots arbiter ratings) -o $@ $^

build/wasm/uno.wasm: $(call wasm,$(WASM_PAGE)) build/wasm/rulesets_data.o
	$(call say,WASM)
	$(Q)$(WASM_LD) --lto-O3 $(WASM_PLAIN) -o $@ $^

build/wasm/table.wasm: $(call small_wasm,$(filter-out $(WASM_BRISK) $(WASM_QUICK),$(WASM_TABLE))) \
    $(call tiny_wasm,$(filter $(WASM_BRISK) $(WASM_QUICK),$(WASM_TABLE))) build/wasm/rulesets_bare.o
	$(call say,WASM)
	$(Q)$(WASM_LD) --lto-O2 -o $@ $^

build/wasm/game.wasm: $(call small_wasm,$(WASM_GAME)) build/wasm/rulesets_bare.o
	$(call say,WASM)
	$(Q)$(WASM_LD) --lto-O2 -o $@ $^

# The same calls in a program of this machine, to compare with; and what stands in for libraries, beside them.
test-programs: $(addprefix build/wasm/,table.wasm game.wasm uno.wasm) $(GERMAN) $(BUILD)/tests/page-native $(BUILD)/tests/page-standins

$(BUILD)/tests/page-native: tests/wasm/native.c $(wildcard src/wasm/page*.[ch] src/wasm/reply.[ch]) $(BUILD)/libservice.a $(BUILD)/libuno.a
	@mkdir -p $(@D)
	$(call say,TEST)
	$(Q)$(TEST_FLAGS) -o $@ $(filter %.c,$^) $(BUILD)/libservice.a $(BUILD)/libuno.a $(LDFLAGS) $(PROGRAM_LIBS)

$(BUILD)/tests/page-standins: tests/wasm/standins.c $(wildcard src/wasm/*.c)
	@mkdir -p $(@D)
	$(call say,TEST)
	$(Q)$(TEST_FLAGS) -o $@ $< $(LDFLAGS) $(LIBS)

# libFuzzer lives in clang; whatever reads bytes from outside is built whole with both sanitizers: the library, the
# server without its sockets, what a page calls, and what targets share (tests/fuzz/*.c that are none).
FUZZ_CC := clang -std=c17 $(WARNINGS) -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
           -D_POSIX_C_SOURCE=200809L -DUNO_VERSION='"$(VERSION)"' -Isrc -Itests -MMD -MP
FUZZ_SOURCES := $(call sources,$(LIBRARY_ROOMS)) \
    $(call sources,store client hub) $(filter-out src/net/net.c src/net/net_%.c src/net/page.c,$(call sources,net)) \
    $(wildcard src/wasm/page*.c src/wasm/reply.c)
FUZZ_OBJECTS := $(patsubst src/%.c,build/fuzz/obj/%.o,$(FUZZ_SOURCES)) \
    $(patsubst %.c,build/fuzz/obj/%.o,$(filter-out tests/fuzz/fuzz_%,$(wildcard tests/fuzz/*.c))) \
    $(if $(DATA_OBJECTS),build/fuzz/obj/rulesets_data.o)

fuzz-programs: build/fuzz/seeds/made
	@:

build/fuzz/obj/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(call say,FUZZ)
	$(Q)$(FUZZ_CC) -c -o $@ $<

build/fuzz/obj/tests/%.o: tests/%.c Makefile
	@mkdir -p $(@D)
	$(call say,FUZZ)
	$(Q)$(FUZZ_CC) -c -o $@ $<

build/fuzz/obj/rulesets_data.o: build/rulesets_data.c Makefile
	@mkdir -p $(@D)
	$(call say,FUZZ)
	$(Q)$(FUZZ_CC) -c -o $@ $<

build/fuzz/libfuzzed.a: $(FUZZ_OBJECTS)
	@rm -f $@
	$(Q)ar rcs $@ $^

build/fuzz/fuzz_%: tests/fuzz/fuzz_%.c build/fuzz/libfuzzed.a
	@mkdir -p $(@D)
	$(call say,FUZZ)
	$(Q)$(FUZZ_CC) -fsanitize=fuzzer -o $@ $< build/fuzz/libfuzzed.a -Wl,--as-needed $(PROGRAM_LIBS)

# What each of them starts from.
FUZZ_FILES := $(wildcard tests/fuzz/seeds/*/* tests/golden/*.txt tests/arbiter/*.txt tests/scenarios/*/*.txt)
build/fuzz/seeds/made: tests/fuzz/make-seeds $(FUZZ_FILES) $(RULESETS) $(patsubst %,build/fuzz/fuzz_%,$(FUZZERS))
	$(call say,SEED)
	$(Q)tests/fuzz/make-seeds $(FUZZERS)
	@touch $@

# ---- installing ----

INSTALL_TO = $(DESTDIR)$(PREFIX)
LIBDIR ?= $(PREFIX)/lib
INSTALL_LIB = $(DESTDIR)$(LIBDIR)
# Laid out as here, so that the links between them hold.
INSTALL_DOC = $(INSTALL_TO)/share/doc/uno
# Where Debian's Python looks under a prefix; the package finds the library in $(PREFIX)/lib.
PYTHON_VERSION = $(shell /usr/bin/env python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
PYTHONDIR ?= $(if $(filter /usr,$(PREFIX)),/usr/lib/python3,$(PREFIX)/lib/python$(or $(PYTHON_VERSION),3))/dist-packages
install: all
	install -d $(INSTALL_TO)/bin $(INSTALL_LIB)/pkgconfig $(INSTALL_TO)/include $(INSTALL_TO)/share/man/man1 \
	    $(INSTALL_TO)/share/bash-completion/completions $(INSTALL_TO)/share/uno/rulesets
	install -m 755 $(BUILD)/uno $(INSTALL_TO)/bin/uno
	install -m 755 $(BUILD)/$(SONAME) $(INSTALL_LIB)/$(SONAME)
	ln -sf $(SONAME) $(INSTALL_LIB)/libuno.so
	install -m 644 $(BUILD)/libuno.a $(INSTALL_LIB)/libuno.a
	install -m 644 $(BUILD)/include/uno.h $(INSTALL_TO)/include/uno.h
	$(call PC,$(PREFIX),$(LIBDIR:$(PREFIX)/%=$${prefix}/%)) > $(INSTALL_LIB)/pkgconfig/uno.pc
	install -m 644 $(BUILD)/uno.1 $(INSTALL_TO)/share/man/man1/uno.1
	install -m 644 completions/uno.bash $(INSTALL_TO)/share/bash-completion/completions/uno
	install -m 644 $(RULESETS) $(INSTALL_TO)/share/uno/rulesets
	install -d $(DESTDIR)$(PYTHONDIR)/uno
	install -m 644 $(wildcard python/uno/*.py) python/uno/py.typed $(DESTDIR)$(PYTHONDIR)/uno
	install -d $(INSTALL_DOC)/docs $(INSTALL_DOC)/examples $(INSTALL_DOC)/python/examples
	install -m 644 $(wildcard docs/*.md) $(INSTALL_DOC)/docs
	install -m 755 $(wildcard examples/*.py examples/*.js) $(INSTALL_DOC)/examples
	install -m 644 $(wildcard examples/*.service examples/*.conf) $(INSTALL_DOC)/examples
	install -m 644 $(wildcard python/examples/*.py) $(INSTALL_DOC)/python/examples

# ---- packages (debian/) ----

sbom: $(BUILD)/uno.cdx.json
$(BUILD)/uno.cdx.json: tools/sbom packages.txt web/package-lock.json
	@mkdir -p $(@D)
	$(call say,GEN )
	$(Q)tools/sbom $(VERSION) > $@

deb: web/node_modules/.package-lock.json
	@tools/install-packages deb
	@tools/deb build/deb $(VERSION)
	@lintian --fail-on error,warning build/deb/*.changes

deb-test: deb
	@tests/deb/run build/deb

reproduce: web/node_modules/.package-lock.json
	@tools/install-packages deb
	@tools/reproduce $(VERSION)

FRESH ?= test
fresh:
	@tools/install-packages deb
	@tools/fresh $(FRESH)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
