# Cameo's Makefile: `make help` lists what it does. Sources are found by pattern, so a new file
# needs no edit here. A variant is one compiler and set of flags, with its own folder under build/.
# One for another target is made on the command line:
#   make VARIANT=s390x CC=s390x-linux-gnu-gcc LDFLAGS=-static build/s390x/unit
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:

CFLAGS ?= -O2
WARNINGS = -Wall -Wextra -Wconversion -Wshadow -Wundef -Wvla
# Other compilers have other names for their warnings.
IS_GNU_LIKE := $(shell $(CC) --version 2>/dev/null | grep -ciE 'clang|gcc|free software')
# mingw-w64, for Windows; base/config.h says why its gcc wants ALIGN_FLAGS. SHOW_ALL: plugins find the library in the command.
MINGW := $(findstring mingw,$(shell $(CC) -dumpmachine 2>/dev/null))
ifeq ($(MINGW),)
SYSTEM_LIBS = -ldl
SHOW_ALL = -rdynamic
else
EXE = .exe
ALIGN_FLAGS := -DCAMEO_PORTABLE=0 $(if $(findstring clang,$(CC)),,-Wa,-muse-unaligned-vector-move)
WARNINGS += -Wno-float-conversion # in isnan and its kin, as math.h has them
SHOW_ALL = -Wl,--export-all-symbols,--out-implib,$@.a
endif
BASE_FLAGS = -std=c11 -I. $(ALIGN_FLAGS) $(if $(filter-out 0,$(IS_GNU_LIKE)),$(WARNINGS))
LDLIBS = -lpthread
# make CUDA=1: the CUDA provider, and the kernels that NVCC compiles for every kind of device that it knows. Otherwise its
# sources are left out.
CUDA_SRC := $(wildcard providers/cuda/*.c)
ifneq ($(filter-out 0,$(CUDA)),)
BASE_FLAGS += -DCAMEO_CUDA=1
LDLIBS += -ldl
CUDA_OBJECTS = $(CUDA_SRC:%.c=build/$1/%.o) build/cuda/images.o
endif
FUZZ_CC ?= clang

# All that the library is made of, what compiles longest first; CMakeLists.txt reads this line, too.
LIB_PATTERNS = kernels/*/*.c kernels/*.c base/*.c pb/*.c ir/*.c ir/*/*.c providers/*/*.c runtime/*.c runtime/*/*.c
# SKIP="runtime/% kernels/x86/%" leaves sources out.
LIB_SRC := $(filter-out $(SKIP) providers/cuda/%,$(wildcard $(LIB_PATTERNS)))
LIB_OBJ = $(LIB_SRC:%.c=%.o)
# make PIECES=1: one object is made of twenty sources, for those who build once and change nothing. The headers of intrinsics
# are then read a few times only. What compiles longest, and what chooses the system's interface before any header, stays alone.
ifneq ($(filter-out 0,$(PIECES)),)
PIECE_ALONE := $(filter kernels/x86/leaves_% runtime/os_%,$(LIB_SRC))
LIB_OBJ := $(PIECE_ALONE:%.c=%.o)
PIECE_NUMBERS :=
piece_cut = $(if $1,$(eval piece_$(words $(PIECE_NUMBERS)) := $(wordlist 1,20,$1))$(eval PIECE_NUMBERS += $(words \
    $(PIECE_NUMBERS)))$(call piece_cut,$(wordlist 21,$(words $1),$1)))
$(call piece_cut,$(filter-out $(PIECE_ALONE),$(LIB_SRC)))
LIB_OBJ += $(PIECE_NUMBERS:%=piece_%.o)
endif
CORE_SRC := $(filter-out runtime/os_% runtime/host.c,$(LIB_SRC))
TOOL_SRC := $(wildcard tools/*.c)
TEST_SRC := tests/runner.c $(filter-out tests/support/fake_driver.c,$(wildcard tests/support/*.c)) $(wildcard tests/*/test_*.c tests/*/harness*.c)
BENCH_SRC := $(wildcard bench/*.c)
FUZZ_SRC := $(wildcard fuzz/fuzz_*.c)
# The reader of .npy files is the command's.
READER_SRC := tools/value_npy.c tools/value_npz.c tools/inflate.c tools/value_io.c tools/tool_file.c \
	tools/tool_terminal.c tools/tool_text.c tools/onnx_text_read.c tools/onnx_text_scan.c
# Graphs out of bytes, and comparing their results.
GRAPH_SRC := $(wildcard fuzz/make_*.c) tests/proofs/outcome.c tools/value_compare.c tools/value_print.c \
	$(READER_SRC)
# Models as text, read and written.
TEXT_SRC := tools/onnx_text_write.c tools/look.c $(READER_SRC)
REPLAY_SRC := $(filter-out fuzz/replay_main.c,$(wildcard fuzz/replay*.c))
SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

.PHONY: all lib conformance inference levels optimized unit asan check check-layers check-freestanding \
	check-symbols lint test check-rare check-all bench bench-decode bench-kernels bench-operators \
	bench-models bench-growth demo-decode sizes coverage fuzz fuzzers replay amalgamate clean help FORCE

## all            the library build/libcameo.a and the command build/cameo
all: lib $(if $(TOOL_SRC),build/cameo)
lib: build/libcameo.a

FAULT_WRAPS = malloc calloc free posix_memalign mmap munmap open openat close fstat read pthread_create pthread_mutex_init \
	pthread_cond_init
# What the proofs use of the command: files, values, comparing.
tools_of = $(filter-out build/$1/tools/main.o build/$1/tools/cmd_%,$(TOOL_SRC:%.c=build/$1/%.o))

# $(call variant,NAME,FLAGS): in build/NAME the objects, the library, the core (the library without
# what needs an operating system) and the unit tests. The files `flags` and `sources` change only
# when their text does: a changed flag rebuilds all objects, a deleted source leaves the library.
# What the compiler said of x.c is kept in x.said, for tests/parts/24_warnings.sh.
write_if_changed = @mkdir -p $(@D); echo '$1' | cmp -s - $@ || echo '$1' > $@
define variant
flags_$1 = $$(CFLAGS) $2
build/$1/flags: FORCE
	$$(call write_if_changed,$$(CC) $$(BASE_FLAGS) $$(flags_$1))
build/$1/sources: FORCE
	$$(call write_if_changed,$$(LIB_SRC) $$(TEST_SRC))
build/$1/%.o: %.c build/$1/flags
	@mkdir -p $$(@D)
	$$(CC) $$(BASE_FLAGS) $$(flags_$1) -MMD -MP -c $$< -o $$@ 2> $$(@:.o=.said) || { cat $$(@:.o=.said) >&2; exit 1; }
	@cat $$(@:.o=.said) >&2
build/$1/piece_%.o: build/$1/piece_%.c build/$1/flags
	$$(CC) $$(BASE_FLAGS) $$(flags_$1) -MMD -MP -c $$< -o $$@
# What tools/find_images.sh found; `rm build/*/images` lets it look again.
build/$1/images: build/$1/flags tools/find_images.sh
	@tools/find_images.sh $$(CC) $$(flags_$1) $$(LDFLAGS) > $$@
build/$1/tools/image_%.o: tools/image_%.c build/$1/flags build/$1/images
	@mkdir -p $$(@D)
	$$(CC) $$(BASE_FLAGS) $$(flags_$1) $$$$(sed -n 1p build/$1/images) -MMD -MP -c $$< -o $$@ 2> $$(@:.o=.said) || \
	    { cat $$(@:.o=.said) >&2; exit 1; }
	@cat $$(@:.o=.said) >&2
build/$1/piece_%.c: build/$1/sources
	@printf '#include "%s"\n' $$(piece_$$*) > $$@
build/$1/libcameo.a: $$(LIB_OBJ:%=build/$1/%) $(CUDA_OBJECTS) build/$1/sources
	@rm -f $$@
	$$(AR) rcs $$@ $$(filter %.o,$$^)
build/$1/core.a: $$(CORE_SRC:%.c=build/$1/%.o) build/$1/sources
	@rm -f $$@
	$$(AR) rcs $$@ $$(filter %.o,$$^)
build/$1/unit$(EXE): $$(TEST_SRC:%.c=build/$1/%.o) build/$1/libcameo.a build/$1/sources
	$$(CC) $$(flags_$1) $$(LDFLAGS) $$(filter %.o %.a,$$^) $$(LDLIBS) -lm -o $$@
build/$1/prove: build/$1/tests/proofs/prove.o build/$1/tests/support/exact.o build/$1/libcameo.a
	$$(CC) $$(flags_$1) $$(LDFLAGS) $$^ $$(LDLIBS) -lm -o $$@
build/$1/levels: build/$1/tests/proofs/levels.o build/$1/tests/proofs/outcome.o \
	    $(call tools_of,$1) build/$1/libcameo.a
	$$(CC) $$(flags_$1) $$(LDFLAGS) $$^ $$$$(sed -n 2p build/$1/images) $$(LDLIBS) -lm -ldl -o $$@
build/$1/frozen_case: build/$1/tests/proofs/frozen_case.o build/$1/tests/proofs/outcome.o \
	    $(call tools_of,$1) build/$1/libcameo.a
	$$(CC) $$(flags_$1) $$(LDFLAGS) $$^ $$$$(sed -n 2p build/$1/images) $$(LDLIBS) -lm -ldl -o $$@
build/$1/random_graphs: build/$1/tests/proofs/random_graphs.o build/$1/tests/proofs/outcome.o \
	    $(patsubst %.c,build/$1/%.o,$(wildcard tests/proofs/graph_*.c)) $(call tools_of,$1) build/$1/libcameo.a
	$$(CC) $$(flags_$1) $$(LDFLAGS) $$^ $$$$(sed -n 2p build/$1/images) $$(LDLIBS) -lm -ldl -o $$@
build/$1/big_models: build/$1/tests/proofs/big_models.o build/$1/libcameo.a
	$$(CC) $$(flags_$1) $$(LDFLAGS) $$^ $$(LDLIBS) -lm -o $$@
build/$1/decode: build/$1/tests/proofs/decode.o build/$1/libcameo.a
	$$(CC) $$(flags_$1) $$(LDFLAGS) $$^ $$(LDLIBS) -lm -o $$@
build/$1/bounded: build/$1/tests/proofs/bounded.o build/$1/libcameo.a
	$$(CC) $$(flags_$1) $$(LDFLAGS) $$^ $$(LDLIBS) -lm -o $$@
# The malformed models of tests/bad against tests/bad/expected.def.
build/$1/bad: build/$1/tests/bad/bad_main.o build/$1/tests/support/exact.o build/$1/libcameo.a
	$$(CC) $$(flags_$1) $$(LDFLAGS) $$^ $$(LDLIBS) -lm -o $$@
# The functions of the system that tests/proofs/faults.c lets fail.
build/$1/faults: build/$1/tests/proofs/faults.o build/$1/libcameo.a
	$$(CC) $$(flags_$1) $$(LDFLAGS) $(FAULT_WRAPS:%=-Wl,--wrap=%) $$^ $$(LDLIBS) -lm -o $$@
build/$1/contain: build/$1/tests/proofs/contain.o build/$1/tests/support/exact.o build/$1/libcameo.a
	$$(CC) $$(flags_$1) $$(LDFLAGS) $$^ $$(LDLIBS) -lm -o $$@
build/$1/mutate_images: build/$1/tests/proofs/mutate_images.o $(call tools_of,$1) build/$1/libcameo.a
	$$(CC) $$(flags_$1) $$(LDFLAGS) $$^ $$$$(sed -n 2p build/$1/images) $$(LDLIBS) -lm -ldl -o $$@
build/$1/cameo$(EXE): $$(TOOL_SRC:%.c=build/$1/%.o) build/$1/libcameo.a
	$$(CC) $$(flags_$1) $$(LDFLAGS) $$(SHOW_ALL) $$^ $$$$(sed -n 2p build/$1/images) $$(LDLIBS) $$(SYSTEM_LIBS) -o $$@
$(if $(MINGW),build/$1/tools/%.o build/$1/tests/%.o: private override BASE_FLAGS += -Itools/win32 -include tools/win32/posix.h)
-include $$(shell find build/$1 -name '*.d' 2> /dev/null)
endef

$(eval $(call variant,release,))
debug_flags = -O1 -g1 -DCAMEO_DEBUG=1
$(eval $(call variant,debug,$(debug_flags)))
$(eval $(call variant,asan,-O1 -g1 -DCAMEO_DEBUG=1 $(SANITIZE)))
build/asan/tests/%.o: private override flags_asan := -O1 -g1 -DCAMEO_DEBUG=1 -fsanitize=address -fno-omit-frame-pointer
# AVX-512 on a processor with AVX2: tests/support/avx512 compiles the variants into pairs of 8 lanes. All else has the flags of
# build/debug, whose objects are taken; those of images want their libraries found first.
avx512_cpu = build/avx512/tests/support/avx512/cpu_avx512.o
avx512_wrap = -Wl,--wrap=cm_cpu_detect,--wrap=cm_cpu_tiles,--wrap=cm_os_tiles
$(eval $(call variant,avx512,$(debug_flags)))
avx512_as_debug = $(filter-out kernels/x86/% tools/image_%,$(sort $(LIB_SRC) $(TEST_SRC) $(TOOL_SRC)))
$(avx512_as_debug:%.c=build/avx512/%.o): build/avx512/%.o: build/debug/%.o
	@mkdir -p $(@D) && ln -f $< $@
build/avx512/kernels/x86/%.o: private override flags_avx512 := $(debug_flags) -mavx2 -mfma -mf16c -Itests/support/avx512
build/avx512/unit build/avx512/cameo build/avx512/levels: | $(avx512_cpu)
build/avx512/unit build/avx512/cameo build/avx512/levels: private override LDFLAGS += $(avx512_cpu) $(avx512_wrap)
$(eval $(call variant,coverage,-O0 -g -DCAMEO_DEBUG=1 --coverage))
$(if $(VARIANT),$(eval $(call variant,$(VARIANT),)))

build/libcameo.a: build/release/libcameo.a
	cp $< $@
build/cameo: build/release/cameo
	cp $< $@

## windows        library and command for Windows in build/win, by mingw-w64's gcc
.PHONY: windows
WINDOWS ?= x86_64-w64-mingw32
windows:
	@$(MAKE) VARIANT=win CC=$(WINDOWS)-gcc-posix AR=$(WINDOWS)-ar LDFLAGS=-static build/win/libcameo.a build/win/cameo.exe
# The kernels: an image of each family, then all of them as one object.
NVCC ?= nvcc
CUDA_FAMILIES := $(patsubst kernels/cuda/%.cu,%,$(wildcard kernels/cuda/*.cu))
build/cuda/%.fatbin: kernels/cuda/%.cu $(wildcard kernels/cuda/*.h kernels/cuda/*.cuh)
	@mkdir -p $(@D)
	$(NVCC) -fatbin -arch=all-major -compress-mode=size -O3 -std=c++17 -I. $< -o $@
build/cuda/images.o: tools/cuda_images.sh $(CUDA_FAMILIES:%=build/cuda/%.fatbin)
	tools/cuda_images.sh $(filter %.fatbin,$^) > build/cuda/images.s
	$(CC) -c build/cuda/images.s -o $@
# $(call cuda_on_host,NAME,VARIANT): in build/NAME the provider with the objects of a variant, the tests of both, the command,
# and the driver of the tests, which runs kernels that the host's compiler made. All else of the library is the variant's.
CXX ?= c++
define cuda_on_host
flags_$1 = $$(flags_$2) -DCAMEO_CUDA=1
build/$1/flags: FORCE
	$$(call write_if_changed,$$(CC) $$(CXX) $$(BASE_FLAGS) $$(flags_$1))
build/$1/%.o: %.c build/$1/flags
	@mkdir -p $$(@D)
	$$(CC) $$(BASE_FLAGS) $$(flags_$1) -fPIC -MMD -MP -c $$< -o $$@ 2> $$(@:.o=.said) || { cat $$(@:.o=.said) >&2; exit 1; }
	@cat $$(@:.o=.said) >&2
build/$1/%.o: %.cu build/$1/flags tests/support/cuda_host.h
	@mkdir -p $$(@D)
	$$(CXX) -std=c++17 -I. $$(flags_$1) -fPIC -x c++ -include tests/support/cuda_host.h -MMD -MP -c $$< -o $$@
build/$1/%.o: %.cc build/$1/flags
	@mkdir -p $$(@D)
	$$(CXX) -std=c++17 -I. $$(flags_$1) -fPIC -MMD -MP -c $$< -o $$@
build/$1/libcuda.so.1: build/$1/tests/support/fake_driver.o build/$1/tests/support/cuda_host.o \
	    $$(CUDA_FAMILIES:%=build/$1/kernels/cuda/%.o)
	$$(CXX) $$(flags_$1) -shared $$^ -lpthread -o $$@
build/$1/libcameo_cuda.a: $$(CUDA_SRC:%.c=build/$1/%.o) build/$1/tests/cuda/fake_images.o
	@rm -f $$@
	$$(AR) rcs $$@ $$^
build/$1/check_provider: build/$1/tests/cuda/check_provider.o build/$1/libcameo_cuda.a build/$2/tests/support/exact.o \
	    build/$2/libcameo.a | build/$1/libcuda.so.1
	$$(CC) $$(flags_$1) $$(LDFLAGS) $$^ $$(LDLIBS) -lm -ldl -o $$@
build/$1/decode: build/$1/tests/proofs/decode.o build/$1/libcameo_cuda.a build/$2/libcameo.a | build/$1/libcuda.so.1
	$$(CC) $$(flags_$1) $$(LDFLAGS) $$^ $$(LDLIBS) -lm -ldl -o $$@
build/$1/cameo: build/$1/tools/tool_cuda.o $$(filter-out %/tool_cuda.o,$$(TOOL_SRC:%.c=build/$2/%.o)) \
	    build/$1/libcameo_cuda.a build/$2/libcameo.a | build/$1/libcuda.so.1
	$$(CC) $$(flags_$1) $$(LDFLAGS) -rdynamic $$^ $$$$(sed -n 2p build/$2/images) $$(LDLIBS) -ldl -o $$@
-include $$(shell find build/$1 -name '*.d' 2> /dev/null)
endef
$(eval $(call cuda_on_host,cudafake,debug))
$(eval $(call cuda_on_host,cudafake_asan,asan))

## install        library (static, shared), headers, command, man page, completions, files for pkg-config and CMake:
##                PREFIX=/usr/local, DESTDIR=, LIBDIR=PREFIX/lib and kin; uninstall deletes them
.PHONY: install uninstall
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
INSTALL ?= install
VERSION := $(shell sed -n 's/^.define CAMEO_VERSION "\(.*\)"/\1/p' include/cameo.h)
SONAME = libcameo.so.$(firstword $(subst ., ,$(VERSION)))
# Objects of their own, since those of a shared library can be anywhere. The static library has them as well, so
# that shared objects of others (extensions of Python, plugins) can contain it.
INSTALL_VARIANT ?= shared
$(eval $(call variant,$(INSTALL_VARIANT),-fPIC $(if $(filter-out 0,$(IS_GNU_LIKE)),-fno-semantic-interposition)))
build/$(INSTALL_VARIANT)/$(SONAME): build/$(INSTALL_VARIANT)/libcameo.a packaging/cameo.map
	$(CC) $(flags_$(INSTALL_VARIANT)) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=packaging/cameo.map \
	    -Wl,-z,defs $(filter %.o,$(LIB_SRC:%.c=build/$(INSTALL_VARIANT)/%.o) $(call CUDA_OBJECTS,$(INSTALL_VARIANT))) $(LDLIBS) -o $@
# Paths below PREFIX are written relative to it: what was installed can be moved as a whole.
build/packaging/%: packaging/%.in include/cameo.h FORCE
	@mkdir -p $(@D)
	@sed -e 's|@PREFIX@|$(PREFIX)|g' -e 's|@LIBDIR@|$(patsubst $(PREFIX)/%,%,$(LIBDIR))|g' \
	    -e 's|@INCLUDEDIR@|$(patsubst $(PREFIX)/%,%,$(INCLUDEDIR))|g' -e 's|@VERSION@|$(VERSION)|g' \
	    -e 's|@PC_LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|g' \
	    -e 's|@PC_INCLUDEDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(INCLUDEDIR))|g' $< > $@
# What is installed, as SOURCE:PATH:MODE.
INSTALLED = $(if $(filter-out 0,$(CUDA)),include/cameo_cuda.h:$(INCLUDEDIR)/cameo_cuda.h:644) \
	build/$(INSTALL_VARIANT)/libcameo.a:$(LIBDIR)/libcameo.a:644 \
	build/$(INSTALL_VARIANT)/$(SONAME):$(LIBDIR)/libcameo.so.$(VERSION):755 \
	include/cameo.h:$(INCLUDEDIR)/cameo.h:644 \
	include/cameo.hpp:$(INCLUDEDIR)/cameo.hpp:644 \
	build/$(INSTALL_VARIANT)/cameo:$(BINDIR)/cameo:755 \
	build/packaging/cameo.pc:$(LIBDIR)/pkgconfig/cameo.pc:644 \
	build/packaging/CameoConfig.cmake:$(LIBDIR)/cmake/Cameo/CameoConfig.cmake:644 \
	build/packaging/CameoConfigVersion.cmake:$(LIBDIR)/cmake/Cameo/CameoConfigVersion.cmake:644 \
	build/packaging/cameo.1:$(MANDIR)/man1/cameo.1:644 \
	packaging/completions/cameo.bash:$(DATADIR)/bash-completion/completions/cameo:644 \
	packaging/completions/cameo.zsh:$(DATADIR)/zsh/site-functions/_cameo:644 \
	packaging/completions/cameo.fish:$(DATADIR)/fish/vendor_completions.d/cameo.fish:644
install: $(foreach file,$(INSTALLED),$(firstword $(subst :, ,$(file))))
	@for file in $(INSTALLED); do \
	    from=$${file%%:*}; mode=$${file##*:}; to=$${file#*:}; to=$(DESTDIR)$${to%:*}; \
	    $(INSTALL) -d "$${to%/*}" && $(INSTALL) -m "$$mode" "$$from" "$$to" && echo "$$to" || exit 1; \
	done
	@ln -sf libcameo.so.$(VERSION) $(DESTDIR)$(LIBDIR)/$(SONAME)
	@ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libcameo.so
uninstall:
	@for file in $(INSTALLED); do to=$${file#*:}; rm -f "$(DESTDIR)$${to%:*}"; done
	@rm -f $(DESTDIR)$(LIBDIR)/$(SONAME) $(DESTDIR)$(LIBDIR)/libcameo.so
	@-rmdir $(DESTDIR)$(LIBDIR)/cmake/Cameo 2> /dev/null

## check          unit tests and layer rules: before each commit, less than a minute
check: unit check-layers
unit: build/debug/unit
	build/debug/unit $(FILTER)
## unit           the unit tests; FILTER="softmax gemm" runs those whose names contain a word
## asan           the unit tests under the address and undefined-behaviour sanitizers
asan: build/asan/unit
	build/asan/unit $(FILTER)

## msan           the unit tests under clang's memory sanitizer; tsan: runs, plans and hosts under the thread sanitizer
.PHONY: msan msan-build tsan
msan-build:
	@$(MAKE) VARIANT=msan CC=clang CFLAGS='-O1 -g1 -DCAMEO_DEBUG=1 -fsanitize=memory -fno-omit-frame-pointer' build/msan/unit
msan: msan-build
	build/msan/unit $(FILTER)
tsan:
	@tests/rare/14_threads.sh

## check-layers   who may include whom, unique file names, no compiler extension outside port.h
check-layers:
	@tests/parts/20_layers.sh
## check-freestanding  the core on Cortex-M0 and M4: data = bss = 0, no foreign symbol
check-freestanding:
	@CPUS='cortex-m0 cortex-m4' tests/parts/21_freestanding.sh
## check-symbols  every external symbol of the library starts with cameo_ or cm_
check-symbols:
	@tests/parts/22_symbols.sh
## analyze        gcc -fanalyzer, clang-tidy and cppcheck; tests/lint.sh says what they are not asked, and why
.PHONY: analyze
analyze:
	@tests/lint.sh fanalyzer tidy cppcheck
## lint           gcc -fanalyzer, clang-tidy, cppcheck and valgrind: half an hour; a part of check-all
lint:
	@tests/lint.sh
## check-cuda     the CUDA provider on a driver of the tests that runs its kernels on this processor, with sanitizers and ONNX's
##                tests; make CUDA=1 builds with it (NVCC)
.PHONY: check-cuda
check-cuda:
	@tests/long/61_cuda_all.sh
## test           what proves the tree (tests/README.md); the last line is the count
test:
	@tests/run_all.sh
## check-rare     other processors, other sanitizers, other compilers: tests/rare, behind test
check-rare:
	@tests/run_all.sh --rare
## check-all      test, check-rare, and what takes hours: tests/long
check-all:
	@tests/run_all.sh --all

## conformance    counts and lists of what does not pass: ONNX's tests, ../shared/models, ../shared/zoo
conformance: build/cameo
	@tests/conformance.sh

## operators      docs/OPERATORS.md of what passes: minutes (PYTHON with numpy, onnx and ml_dtypes)
.PHONY: operators
operators:
	@tests/operators.sh

## optimized      what `cameo optimize` writes, read by onnx, onnxruntime and Cameo (PYTHON with the first two)
optimized:
	@tests/long/41_optimize_all.sh

## inference      what inference knows of real models, beside onnx and onnxruntime (PYTHON with both, and sympy)
PYTHON ?= python3
inference: build/cameo
	@$(PYTHON) tests/onnx/inference_table.py build/cameo $${CAMEO_SHARED:-../shared} $(MODELS)

## levels         every level of the optimiser against level none: all models, the zoo, 100,000 random graphs
levels:
	@tests/long/85_levels_all.sh

## bench          bench-kernels, bench-operators and bench-models: figures, never pass or fail
bench: bench-kernels bench-operators bench-models
## bench-kernels  the programs of bench/: every variant of a kernel that this processor has, beside its peak
bench-kernels: $(BENCH_SRC:bench/%.c=build/bench/%)
	@for program in $^; do echo "== $$program"; $$program; done
## bench-operators  each operator as a model of one node beside ONNX Runtime; ARGS="--only softmax --json FILE"
bench-operators: build/cameo
	@$(PYTHON) bench/operators.py --cameo build/cameo $(ARGS)
## bench-models   the zoo and the real models beside ONNX Runtime; ARGS="--zoo DIR --only NAME,..."
bench-models: build/cameo
	@$(PYTHON) bench/models.py --cameo build/cameo $(ARGS)
## bench-growth   time of a sample as batches and sequences grow; ARGS="--zoo DIR --only NAME,..."
bench-growth: build/cameo
	@$(PYTHON) bench/growth.py --cameo build/cameo $(ARGS)
## bench-decode   examples/decode beside ONNX Runtime; ARGS="--threads 2 --size '--layers 12 --width 768 --heads 12'"
bench-decode: build/gpt2
	@$(PYTHON) bench/decode.py --program build/gpt2 $(ARGS)
## demo-decode    examples/decode: tokens per second of a network like GPT-2; ARGS="--past 1024"
demo-decode: build/gpt2
	@build/gpt2 $(ARGS)
build/gpt2: examples/decode/demo.c examples/decode/gpt2.c examples/decode/gpt2.h build/libcameo.a
	$(CC) $(CFLAGS) -Iinclude $(LDFLAGS) $(filter-out %.h,$^) $(LDLIBS) -lm -o $@
build/bench/%: build/release/bench/%.o build/libcameo.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LDLIBS) -lm -o $@

## exhaustive     the largest error of every variant of the functions of f32 over all 2^32 numbers: hours; STAGE=swish: of
##                one, STEP=13: every 13th number
.PHONY: exhaustive
exhaustive: build/stage_exhaustive
	@build/stage_exhaustive $(or $(STAGE),all) $(or $(STEP),1)
build/stage_exhaustive: build/release/tests/kernels/stage_exhaustive.o build/libcameo.a
	$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LDLIBS) -lm -o $@

## sizes          bytes of code, constants and data of each folder of the library
sizes: build/release/libcameo.a
	@size build/release/libcameo.a 2>/dev/null | tests/sizes.awk $(LIB_SRC)
## stack          the deepest stack of load and run on a Cortex-M4, calls through pointers included (arm-none-eabi-gcc,
##                python3); fails above its bounds and at a cycle of calls
.PHONY: stack
stack:
	@$(MAKE) -s VARIANT=stack CC=arm-none-eabi-gcc \
	    CFLAGS='-mcpu=cortex-m4 -mthumb -Os -ffreestanding -fcallgraph-info=su' build/stack/core.a
	@arm-none-eabi-gcc -std=c11 -I. -mcpu=cortex-m4 -mthumb -ffreestanding -E providers/cpu/cpu_all.c > build/stack/rows.i
	@$(PYTHON) tests/stack.py build/stack

## coverage       line coverage of the unit tests, file by file
coverage: build/coverage/unit
	@find build/coverage -name '*.gcda' -delete
	@build/coverage/unit
	@gcov -n $(LIB_SRC:%.c=build/coverage/%.gcda) 2>/dev/null | tests/coverage.awk

## fuzz           libFuzzer programs of fuzz/ in build/fuzz (clang)
fuzz:
	$(MAKE) VARIANT=fuzz CC=$(FUZZ_CC) fuzzers \
	    CFLAGS='-O1 -g -DCAMEO_DEBUG=1 -fsanitize=fuzzer-no-link $(SANITIZE)'
# Clang takes minutes for the files of vector variants with all of these checks. Out-of-bounds accesses are found in them as
# elsewhere, by calls, which compile in half the time of code in place; gcc's build/asan has the checks of undefined behaviour.
build/fuzz/kernels/x86/%.o build/fuzz/kernels/arm/%.o: private override CFLAGS := -O1 -g -DCAMEO_DEBUG=1 -fsanitize=address \
    -fno-omit-frame-pointer -mllvm -asan-instrumentation-with-call-threshold=0
fuzzers: $(FUZZ_SRC:fuzz/%.c=build/fuzz/%)
build/fuzz/fuzz_%: build/fuzz/fuzz/fuzz_%.o $(REPLAY_SRC:%.c=build/fuzz/%.o) build/fuzz/libcameo.a
	$(CC) $(CFLAGS) -fsanitize=fuzzer $^ $(LDLIBS) -o $@
build/fuzz/fuzz_reader: build/fuzz/fuzz/fuzz_reader.o $(READER_SRC:%.c=build/fuzz/%.o) build/fuzz/libcameo.a
	$(CC) $(CFLAGS) -fsanitize=fuzzer $^ $(LDLIBS) -o $@
build/fuzz/fuzz_text: build/fuzz/fuzz/fuzz_text.o $(TEXT_SRC:%.c=build/fuzz/%.o) build/fuzz/libcameo.a
	$(CC) $(CFLAGS) -fsanitize=fuzzer $^ $(LDLIBS) -lm -o $@
build/fuzz/fuzz_host: build/fuzz/fuzz/vfs.o build/fuzz/fuzz/vfs_os.o
build/fuzz/fuzz_graph build/fuzz/fuzz_export build/fuzz/fuzz_host build/fuzz/fuzz_own: build/fuzz/fuzz_%: build/fuzz/fuzz/fuzz_%.o $(GRAPH_SRC:%.c=build/fuzz/%.o) build/fuzz/libcameo.a
	$(CC) $(CFLAGS) -fsanitize=fuzzer $(filter %.o,$^) $(filter %.a,$^) $(LDLIBS) -o $@
# $(call replayers,NAME): the same programs without libFuzzer, of a variant, to run on files.
define replayers
build/$1/fuzz_%: build/$1/fuzz/fuzz_%.o build/$1/fuzz/replay_main.o $$(REPLAY_SRC:%.c=build/$1/%.o) build/$1/libcameo.a
	$$(CC) $$(flags_$1) $$^ $$(LDLIBS) -o $$@
build/$1/fuzz_reader: build/$1/fuzz/fuzz_reader.o build/$1/fuzz/replay_main.o $$(READER_SRC:%.c=build/$1/%.o) build/$1/libcameo.a
	$$(CC) $$(flags_$1) $$^ $$(LDLIBS) -o $$@
build/$1/fuzz_text: build/$1/fuzz/fuzz_text.o build/$1/fuzz/replay_main.o $$(TEXT_SRC:%.c=build/$1/%.o) build/$1/libcameo.a
	$$(CC) $$(flags_$1) $$^ $$(LDLIBS) -lm -o $$@
build/$1/fuzz_host: build/$1/fuzz/vfs.o build/$1/fuzz/vfs_os.o
build/$1/fuzz_graph build/$1/fuzz_export build/$1/fuzz_host build/$1/fuzz_own: build/$1/fuzz_%: build/$1/fuzz/fuzz_%.o \
	    build/$1/fuzz/replay_main.o $$(GRAPH_SRC:%.c=build/$1/%.o) build/$1/libcameo.a
	$$(CC) $$(flags_$1) $$(filter %.o,$$^) $$(filter %.a,$$^) $$(LDLIBS) -lm -o $$@
endef
$(eval $(call replayers,asan))
$(if $(VARIANT),$(if $(filter fuzz,$(VARIANT)),,$(eval $(call replayers,$(VARIANT)))))
## replay         the fuzz targets without libFuzzer, with sanitizers, in build/asan
replay: $(FUZZ_SRC:fuzz/%.c=build/asan/%)

## mcdc           branches and conditions (MC/DC) that programs show which check results, by folder; clang-19, llvm-19, python3
## mcdc-closed    fails where one of base is not shown and has no reason beside the code: a part of tests/rare
.PHONY: mcdc mcdc-closed
LLVM ?= -19
COUNTED = -g -DCAMEO_DEBUG=1 -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc
MCDC_PROGRAMS = unit bad faults levels random_graphs prove $(patsubst %,fuzz_%,load twoparse run oom wire value export edit own graph host)
mcdc:
	@$(MAKE) -s VARIANT=mcdc CC=clang$(LLVM) CFLAGS='-O0 $(COUNTED)' $(MCDC_PROGRAMS:%=build/mcdc/%)
	@tests/mcdc.sh "$(LLVM)"
# Only what is counted, and the tests that use its headers, is compiled for it; all else has the objects of build/debug.
MCDC_CLOSED = base
MCDC_CLOSED_PROGRAMS = unit bad faults $(patsubst %,fuzz_%,load twoparse wire value edit)
$(eval $(call variant,closed,$(debug_flags)))
$(eval $(call replayers,closed))
closed_counted = $(MCDC_CLOSED:%=build/closed/%/%.o) $(MCDC_CLOSED:%=build/closed/tests/%/%.o)
$(closed_counted): private override CC = clang$(LLVM)
$(closed_counted): private override flags_closed = -O1 $(COUNTED)
closed_as_debug = $(filter-out $(MCDC_CLOSED:%=%/%) $(MCDC_CLOSED:%=tests/%/%),$(sort $(LIB_SRC) $(TEST_SRC) $(TOOL_SRC)))
$(closed_as_debug:%.c=build/closed/%.o): build/closed/%.o: build/debug/%.o
	@mkdir -p $(@D) && ln -f $< $@
$(MCDC_CLOSED_PROGRAMS:%=build/closed/%): private override CC = clang$(LLVM)
$(MCDC_CLOSED_PROGRAMS:%=build/closed/%): private override flags_closed += -fprofile-instr-generate
mcdc-closed: $(MCDC_CLOSED_PROGRAMS:%=build/closed/%)
	@tests/mcdc.sh "$(LLVM)" --closed $(MCDC_CLOSED)

## man            the options in packaging/cameo.1.in, out of what the command tells
.PHONY: man
man: build/cameo
	@tools/man.sh > build/cameo.1.in && cp build/cameo.1.in packaging/cameo.1.in
## print-sources  the files of the library and of the command, for other build systems
.PHONY: print-sources
print-sources:
	@printf '%s\n' $(LIB_SRC) $(TOOL_SRC)
## docs           reference pages of cameo.h and cameo.hpp in build/docs/html (doxygen)
.PHONY: docs
docs:
	@mkdir -p build/docs
	@CAMEO_VERSION=$(VERSION) doxygen docs/Doxyfile
## amalgamate     the library as build/cameo.h and build/cameo.c
amalgamate: tools/amalgamate.sh
	tools/amalgamate.sh build

## clean          delete build/, but keep what was downloaded
clean:
	@for f in build/*; do [ "$$f" = build/cache ] || rm -rf "$$f"; done
## help           this list
help:
	@sed -n 's/^## //p' Makefile
