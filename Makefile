# make demo    shows what the scheduler does, and checks it      make demo URL=http://…  against a server of yours
# make test    runs the tests                                    SEEDS=100000 make test  with more random histories
# make lint    checks the layout and the rules of the sources
# make docs    builds the documentation as a static site; a broken link or an untested sample is an error
# make bench   measures it against what it is built on            swift run -c release benchmarks --quick  in less time
# make race    runs the scheduler's tests under the thread sanitizer
# make interop runs HTTP against nginx and httpbin, which it sets up, and prints what was shown
# make without-curl  builds and tests with the headers of libcurl hidden, and shows what the error names with the trait on
# make faults  plants faults, one after the other, and shows the tests that find them

SWIFT ?= swift

.PHONY: demo test bench lint docs race interop without-curl faults setup

demo: setup
	$(SWIFT) run --quiet Quickstart $(URL) $(if $(BREAK),--break $(BREAK))

test: setup
	$(SWIFT) test --disable-xctest --no-parallel

bench: setup
	$(SWIFT) run --quiet -c release benchmarks

lint:
	$(SWIFT) format lint --strict -r Sources Tests Examples Benchmarks Package.swift
	Tests/check-sources
	Tests/check-behaviour-table

docs: setup
	Tests/check-samples
	Tests/build-docs

race: setup
	$(SWIFT) test --disable-xctest --sanitize=thread --scratch-path .build-race -Xswiftc -DTHREAD_SANITIZER \
		--no-parallel --filter SchedulerTests

interop: setup
	Tests/run-interop

without-curl: setup
	Tests/check-without-curl

faults: setup
	Tests/plant-faults

# The system libraries. Debian and Ubuntu have their headers in packages of their own; Apple's systems bring along what is
# used there. Without the trait CurlEngine (--disable-default-traits) SQLite is all that is needed.
setup:
	@[ "$$(uname)" = Darwin ] && exit 0; needed=; \
	[ -e /usr/include/sqlite3.h ] || pkg-config --exists sqlite3 2>/dev/null || needed="$$needed libsqlite3-dev"; \
	pkg-config --exists libcurl 2>/dev/null || curl-config --version >/dev/null 2>&1 || needed="$$needed libcurl4-openssl-dev"; \
	[ -e /usr/include/zlib.h ] || pkg-config --exists zlib 2>/dev/null || needed="$$needed zlib1g-dev"; \
	if [ -z "$$needed" ]; then :; \
	elif command -v apt-get >/dev/null; then \
		echo "Installing$$needed"; \
		if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq $$needed; \
		else sudo apt-get update -qq && sudo apt-get install -y -qq $$needed; fi; \
	else echo "Headers are missing: install what your system has for$$needed" >&2; exit 1; fi
