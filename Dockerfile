# The product in a container, with its own PostgreSQL or another (DATABASE_URL). It keeps everything in the volume /data.
# Where these images are not at hand, name others: --build-arg BUILD_BASE=… (Debian with Node 20.19 or later and npm)
# and --build-arg BASE=… (Debian). With --build-arg PREVIOUS=… (the image in use) the new image also serves that version's
# assets: pages that were opened before the update load their later parts from any server.
ARG BUILD_BASE=node:24-bookworm-slim
ARG BASE=debian:bookworm-slim
ARG PREVIOUS=${BASE}

FROM ${PREVIOUS} AS previous
USER root
RUN mkdir -p /app/dist

FROM ${BUILD_BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY backend/package.json backend/
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
COPY --from=previous /app/dist dist
RUN npm run build && node_modules/node/bin/node tools/image.ts /image

FROM ${BASE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATA_DIR=/data
# As in backend/memory.json.
ENV NODE_OPTIONS="--expose-gc --max-semi-space-size=16 --max-old-space-size=512" MALLOC_ARENA_MAX=2
WORKDIR /app
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --home-dir /nonexistent --shell /usr/sbin/nologin node \
  && install -d -o node -g node -m 700 /data
COPY --from=build /image /
USER node
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
