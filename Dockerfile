# The product in a container, with its own PostgreSQL or another (DATABASE_URL). What it keeps is in the volume /data.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force
COPY tools ./tools
COPY shared ./shared
COPY server ./server
COPY supabase ./supabase
COPY web ./web
COPY vite.config.ts ./
RUN node tools/build.ts && rm -rf web

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
