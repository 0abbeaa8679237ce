# The build that OpenBench asks for: `make EXE=name` puts a native release binary of that very name
# beside this file. Everyone else may type `cargo build --release`; the result is the same program.
#
# The binary is copied, not linked under its new name: cargo rebuilds nothing when only the name
# changes, and a binary that was deleted comes back. The build script of crates/eval reads EVALFILE.
EXE    ?= cutaway
CARGO  ?= cargo
TARGET := $(if $(CARGO_TARGET_DIR),$(CARGO_TARGET_DIR),target)

ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif

# Set to nothing it would be another environment than none, and cargo would build everything anew each time that `make`
# and `cargo build` take turns.
ifdef EVALFILE
export EVALFILE
endif

.PHONY: all clean

all:
	$(CARGO) build --release --package cutaway --bin cutaway
	cp -f "$(TARGET)/release/cutaway$(SUFFIX)" "$(EXE:.exe=)$(SUFFIX)"

clean:
	$(CARGO) clean
