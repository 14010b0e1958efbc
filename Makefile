# `make play` and `make test` set everything up by themselves; `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

SOURCES := pyproject.toml setup.py MANIFEST.in LICENSE $(shell find core ai tui -type f \
	\( -name '*.py' -o -name '*.py[xi]' -o -name '*.pxd' -o -name '*.toml' -o -name '*.tcss' -o -name '*.html' -o -name '*.md' \
	-o -name '*.json' -o -name py.typed \))
STUBS := $(subst /,.,$(basename $(shell find core ai -name '*.pyi')))
SANITIZED := build/sanitize/lib
SANITIZE := -fsanitize=undefined,bounds -fno-sanitize-recover=all

define CHECK_MACHINE
import os, sys, sysconfig
if sys.version_info < (3, 11):
    sys.exit("amunre-tui needs Python 3.11 or newer, not %d.%d: name one with PYTHON=, as in `make play PYTHON=python3.13`"
             % sys.version_info[:2])
import shlex, shutil
try:
    import ensurepip, venv
except ImportError:
    sys.exit("this Python cannot make virtual environments: install its venv package (Debian, Ubuntu: python3-venv)")
compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
if not shutil.which(shlex.split(compiler)[0]):
    sys.exit("no C compiler: %s is not to be found (Debian, Ubuntu: install gcc)" % compiler)
if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
    sys.exit("this Python lacks its C headers: install them (Debian, Ubuntu: python3-dev)")
endef
export CHECK_MACHINE

.PHONY: play test lint types sanitize soak bench clean help
.DELETE_ON_ERROR:

play: $(VENV)/.package ## play (sets everything up first)
	@$(BIN)/amunre-tui

test: $(VENV)/.package $(VENV)/.test ## run the tests (sets everything up first)
	$(BIN)/python -m pytest

lint: $(VENV)/.dev ## look for untidy code
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PATH="$(BIN):$$PATH" cython-lint core ai tests benchmarks

types: $(VENV)/.package $(VENV)/.dev ## check all type hints
	$(BIN)/mypy
	$(BIN)/stubtest $(STUBS:%=amunre.%)

sanitize: export CFLAGS := -O1 -g -fno-wrapv $(SANITIZE)
sanitize: export LDFLAGS := $(SANITIZE)
sanitize: export PYTHONPATH := $(CURDIR)/$(SANITIZED)
sanitize: export UBSAN_OPTIONS := log_path=$(CURDIR)/build/sanitize/report
sanitize: $(VENV)/.test ## run the laws, the rules and the search on a build that stops at undefined behaviour
	rm -f build/sanitize/report.*
	$(BIN)/python setup.py --quiet build --build-base build/sanitize --build-lib $(SANITIZED)
	@echo "Are the flags at work, and in the modules that the tests import?"
	echo 'int main(int n, char **v) { int a[2] = {0}; return a[n + 1] == 7; }' | $(CC) $(CFLAGS) -xc - -o build/sanitize/canary
	! build/sanitize/canary && rm build/sanitize/report.*
	grep -q __ubsan_handle_out_of_bounds_abort $(SANITIZED)/amunre/core/game.*.so
	$(BIN)/python -c 'from amunre.core import game; assert "/$(SANITIZED)/" in game.__file__, game.__file__'
	$(BIN)/python -m pytest tests/test_laws.py tests/rules tests/search/test_thought.py tests/learning/test_eye.py || { cat build/sanitize/report.* 2>/dev/null; exit 1; }

soak: $(VENV)/.package $(VENV)/.test ## run the long tests
	$(BIN)/python -m pytest -m soak -o timeout=1800 --ignore tests/soak/test_hosting.py
	$(BIN)/python -m pytest -m soak -o timeout=1800 -n 0 tests/soak/test_hosting.py

bench: $(VENV)/.package $(VENV)/.test $(VENV)/.bench ## measure the speed
	$(BIN)/python -m benchmarks playouts
	$(BIN)/python -m benchmarks search
	$(BIN)/python -m benchmarks screen

clean: ## remove all that was built, the virtual environment too
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find core ai tui tests benchmarks \( -name '*.so' -o -name __pycache__ \) -prune -exec rm -rf {} +

help: ## list these targets
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 12

# The files below say which step of the set-up is done.
$(VENV)/.python:
	@command -v $(PYTHON) >/dev/null || { echo "no $(PYTHON): amunre-tui needs Python 3.11 or newer" >&2; exit 1; }
	@$(PYTHON) -c "$$CHECK_MACHINE"
	@echo "Setting up $(VENV) (once)"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --quiet --upgrade 'pip>=25.1'
	@touch $@

# A module that was moved or deleted must not be installed out of an old build.
$(VENV)/.package: $(SOURCES) | $(VENV)/.python
	@echo "Building the game (only when it has changed)"
	@mkdir -p build && find build -path 'build/lib*' -type f ! -name '*.so' -delete
	@$(PIP) install --quiet .
	@touch $@

$(VENV)/.test: pyproject.toml | $(VENV)/.python
	@echo "Fetching the test tools"
	@$(PIP) install --quiet --group test
	@touch $@

# OpenSpiel is not to be had for every machine.
$(VENV)/.bench: pyproject.toml | $(VENV)/.python
	@echo "Fetching what the speed is compared with"
	@$(PIP) install --quiet --group bench || echo "Then without OpenSpiel"
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/.python
	@echo "Fetching the tools that check the code"
	@$(PIP) install --quiet --group dev
	@touch $@
