"""What we say each day, and the promise that we say it once.

Reading order: `subscription`, what a channel wants; `schedule`, when that is due; `why`,
`grouping` and `compose`, what a digest says; `runner`, how it is posted exactly once; `loop`,
which keeps the runner going.

`subscription`, `schedule`, `why`, `grouping` and `compose` are pure.
"""
