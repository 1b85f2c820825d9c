#pragma once

#include <sqlite3.h>

/// `SQLITE_TRANSIENT` is a cast that Swift does not import: SQLite copies the bytes before the call returns.
/// https://www.sqlite.org/c3ref/c_static.html
static inline sqlite3_destructor_type csqlite_transient(void) {
    return SQLITE_TRANSIENT;
}
