# Florin in a container: docs/production.md, "Docker". The image has Node and the installed package, and nothing of the build.
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
# Scripts of packages only prepare databases and browsers for the tests.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run pack /packages
WORKDIR /florin
RUN npm install --ignore-scripts --no-audit --no-fund /packages/florin-[0-9]*.tgz

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    FLORIN_DATA_DIR=/data
COPY --from=build /florin/node_modules /florin/node_modules
# Only for the embedded store. With DATABASE_URL nothing is written here.
RUN install --directory --owner=node --group=node --mode=0700 /data
VOLUME /data
USER node
WORKDIR /tmp
EXPOSE 8080
# That the process answers. /readyz also asks the store, whose outages Florin survives without a restart.
HEALTHCHECK --interval=15s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/florin/node_modules/florin/bin/florin.js"]
CMD ["serve"]
