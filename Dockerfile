# Two stages: the first builds a virtual environment from the lock, the second only runs it.
FROM python:3.13-slim-bookworm AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1

WORKDIR /src
RUN python -m venv /opt/prbot
COPY requirements.build.lock requirements.lock ./
RUN /opt/prbot/bin/pip install --require-hashes -r requirements.build.lock \
    && /opt/prbot/bin/pip install --require-hashes --no-build-isolation -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
# What only builds is taken out again: it has no business in what runs.
RUN /opt/prbot/bin/pip install --no-deps --no-index --no-build-isolation . \
    && sed -n 's/^\([a-z-]*\)==.*/\1/p' requirements.build.lock > build-only \
    && /opt/prbot/bin/pip uninstall --yes -r build-only pip

FROM python:3.13-slim-bookworm

# For notes that are pulled from git. Debian drops a version from its index when the next one is
# out, so that a pinned one would break this build.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates git \
    && rm -rf /var/lib/apt/lists/*

RUN useradd --uid 10001 --home-dir /var/lib/prbot --create-home prbot
COPY --from=build /opt/prbot /opt/prbot
COPY seeds /opt/prbot/seeds

ENV PATH=/opt/prbot/bin:$PATH \
    PRBOT_NOTES=/opt/prbot/seeds \
    PRBOT_HOST=0.0.0.0 \
    PRBOT_STATE=/var/lib/prbot/prbot.sqlite3 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1

USER 10001:10001
WORKDIR /var/lib/prbot
VOLUME /var/lib/prbot
STOPSIGNAL SIGTERM
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s --retries=3 CMD ["prbot", "health"]
ENTRYPOINT ["prbot"]
CMD ["serve"]
