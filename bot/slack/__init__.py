"""Where we speak: everything that knows Slack.

Reading order: `limits`, `mrkdwn`, `runs`, `blocks` say what Slack takes and draw it; `sentences`
and `actions` hold what is said and what buttons carry; `hit`, `narrowing`, `answer`, `review`,
`modal`, `home` lay answers out. All of that is pure. `hygiene`, `access`, `payloads` decide what is
heard; `answering` turns a question into an answer; `client`, `failures`, `publisher`, `once` post
it exactly once; `listeners` are the ways in and `errors` the one way out; `app`, `socket`, `pool`,
`recovery` keep it running. `features` is the table that the listeners and `manifest` share.
`digest_blocks`, `digest_poster`, `digest_command` carry the daily digest.
"""
