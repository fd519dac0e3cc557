"""The listeners: one module for each way into the app, each with `register(app, deps)`.

A listener acknowledges nothing: `bot.slack.app` has done that for all before any of them runs.
"""
