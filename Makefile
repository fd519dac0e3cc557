# The commands of this project; `make help` lists them. Each one sets up what it needs by itself:
# `.ci/set-up` does nothing where all is in place. Works with GNU Make 3.81 and newer.
.SILENT:
.DEFAULT_GOAL := help
.PHONY: help ask serve test lint format bench eval lock clean
MAKEFLAGS += --no-print-directory

PYTHON ?=
export PYTHON

# A question is data. It goes to the program through the environment, as it was typed, so that
# neither make nor a shell finds quotes, commands or variables in it; only make's own `$$` for
# one `$` is undone.
export QUESTION := $(subst $$$$,$$,$(value Q))
export BENCH_JSON := $(value JSON)
export EVAL_SETS := $(value EVAL)
unexport Q JSON EVAL

help: ## List these commands.
	sed -n 's/^\([a-z]*\):.*## /make \1|/p' Makefile | awk -F'|' '{ printf "%-12s %s\n", $$1, $$2 }'

ask: ## Answer a question from the notes: make ask Q="FlashInfer 相关的 PR"
	test -n "$$QUESTION" || { echo 'Ask like this: make ask Q="FlashInfer 相关的 PR"' >&2; exit 2; }
	.ci/set-up runtime
	# Nothing found (exit 1) is an answer too. A crash of Python's exits 1 as well, so the two
	# are told apart before the process ends: make fails for real failures only.
	.venv/bin/python -c 'import os, sys; from bot.cli import main; \
	code = main(["ask", "--", os.environ["QUESTION"]]); sys.exit(code if code != 1 else 0)'

serve: ## Answer in Slack until stopped.
	.ci/set-up runtime
	exec .venv/bin/prbot serve

test: ## Run all tests, and say what they leave out.
	.ci/set-up dev
	# What sets much up serves all tests of its file, so these stay in one process. In the order
	# of their names the long files come early; by their number of tests they would come last.
	.venv/bin/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder --cov

lint: ## Check form and types, and the Dockerfile.
	.ci/set-up dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	if test -x .venv/bin/hadolint; then .venv/bin/hadolint Dockerfile; \
	else echo 'Dockerfile not checked: hadolint has no binary for this machine' >&2; fi

format: ## Lay the code out and mend what can be mended.
	.ci/set-up dev
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

bench: ## Measure speed beside other engines; JSON=file keeps the figures and draws curves.
	# The other engines are not to be had on every machine; those that are missing are left out.
	.ci/set-up bench || .ci/set-up dev
	.venv/bin/python -m tests.bench.run \
	$${BENCH_JSON:+--json "$$BENCH_JSON" --curves "$${BENCH_JSON%.json}.svg"}
	.venv/bin/python -m tests.bench.slack_load $${BENCH_JSON:+--json "$${BENCH_JSON%.json}-slack.json"}

eval: ## Measure the quality of answers: make eval EVAL=folder of sets
	.ci/set-up dev
	.venv/bin/python -m tests.bench.eval $${EVAL_SETS:+"$$EVAL_SETS"}

lock: ## Bring the locks in line with pyproject.toml (needs uv).
	.ci/lock

clean: ## Remove the set-up and all caches.
	rm -rf .venv .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache
