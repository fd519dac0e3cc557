"""What must survive a restart, and what several replicas must agree on.

Reading order: `database` opens a SQLite file or a PostgreSQL; `tables` says what is kept;
`migrations` brings an older file up to date; then one store for each subject, `seen_events`,
`first_seen`, `feedback`, `subscriptions`, `ledger`; `expiry` drops what is old; `stores` opens
them all together.

Nothing here knows notes, Slack or settings: stores keep keys, times and plain values. The clock
is always given.
"""
