import path from "node:path";

const media = path.resolve(import.meta.dirname, "../../../server/media");

/** The dev server's port. MF_PUBLIC_PORT overrides it for mf-public, PORT for a part that is started alone. */
export const portOf = (part, config) =>
  Number(process.env[`${part.replaceAll("-", "_").toUpperCase()}_PORT`] || process.env.PORT || config.port);

/**
 * Serves the part to pages of any running site, see docs/developer-panel.md. The files are not secret. The client's
 * WebSocket needs the port, as the page has another one.
 */
const forSite = ({ port, folder }) => ({
  hot: false,
  client: { overlay: false, logging: "warn", webSocketURL: { hostname: "localhost", port, protocol: "ws" } },
  static: false,
  devMiddleware: { publicPath: "/", index: false },
  allowedHosts: "all",
  headers: { "access-control-allow-origin": "*" },
  setupMiddlewares: (middlewares, { app }) => {
    app.get("/remote.json", (_request, response) => {
      response.setHeader("access-control-allow-origin", "*");
      response.sendFile(path.join(folder, "remote.json"));
    });
    return middlewares;
  },
});

/** For a dev server behind the gateway. */
const forGateway = {
  hot: false,
  liveReload: false,
  client: false,
  webSocketServer: false,
  static: false,
  devMiddleware: { publicPath: "/", index: false },
};

const alone = {
  hot: true,
  static: { directory: media, publicPath: "/media" },
  devMiddleware: { publicPath: "/", index: "index.html" },
  client: { overlay: true, logging: "warn" },
  historyApiFallback: true,
};

/**
 * The dev server of a part. Behind the gateway it only serves files, since one client per page handles the updates of
 * all parts, see scripts/src/dev. A standalone remote uses webpack's own client.
 */
export const devServer = ({ port, isAlone, isForSite, folder }) => ({
  host: "localhost",
  port,
  compress: false,
  ...(isAlone ? alone : isForSite ? forSite({ port, folder }) : forGateway),
});
