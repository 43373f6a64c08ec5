# The page of evenkeel, for compose.yaml or any reverse proxy; docs/security.md says how to run it.
# deploy/pin-images renews the digest, of an index for all kinds of machines.
ARG PYTHON=python:3.13-slim@sha256:70729b46c69b4f1e97c4822c1af3df53a1476cf5ddc6c087c0c10bc3a5678c2f
FROM ${PYTHON} AS build
WORKDIR /build
COPY deploy/requirements.txt ./
RUN python -m venv /opt/evenkeel \
    && /opt/evenkeel/bin/python -m pip install --no-cache-dir --only-binary :all: --require-hashes \
        --requirement requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN /opt/evenkeel/bin/python -m pip install --no-cache-dir --no-deps --no-build-isolation .

FROM ${PYTHON}
RUN useradd --system --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin evenkeel
COPY --from=build /opt/evenkeel /opt/evenkeel
ENV PATH="/opt/evenkeel/bin:$PATH" \
    PYTHONDONTWRITEBYTECODE=1 \
    MPLCONFIGDIR=/tmp/matplotlib
WORKDIR /tmp
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health', timeout=5)"]
# Options of `evenkeel serve` follow the name of the image: docker run ... evenkeel --name stats.example.org
ENTRYPOINT ["evenkeel", "serve", "--no-browser", "--host", "0.0.0.0", "--port", "8000"]
