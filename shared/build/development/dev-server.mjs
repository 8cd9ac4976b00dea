import path from "node:path";

const media = path.resolve(import.meta.dirname, "../../../server/media");

/** The dev server's port. MF_PUBLIC_PORT overrides it for mf-public, PORT for a part that is started alone. */
export const portOf = (part, config) =>
  Number(process.env[`${part.replaceAll("-", "_").toUpperCase()}_PORT`] || process.env.PORT || config.port);

/** Serves the part to any running site, see docs/developer-panel.md. The page has another port than this server. */
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

/** Behind the gateway it only serves files: one client per page handles all parts' updates, see scripts/src/dev. */
export const devServer = ({ port, isAlone, isForSite, folder }) => ({
  host: "localhost",
  port,
  compress: false,
  ...(isAlone ? alone : isForSite ? forSite({ port, folder }) : forGateway),
});
