import path from "node:path";

const media = path.resolve(import.meta.dirname, "../../../server/media");

/** MF_PUBLIC_PORT moves the dev server of mf-public; PORT moves that of a part that is started by itself. */
export const portOf = (part, config) =>
  Number(process.env[`${part.replaceAll("-", "_").toUpperCase()}_PORT`] || process.env.PORT || config.port);

/**
 * What lets pages of a running site take a part from here, see docs/developer-panel.md: any site's may read the files, which are
 * nobody's secret, and the part's face is one of them. The page that the client runs in has another port than this server.
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

/** What the gateway stands before. */
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
 * The dev server of a part. In the site it only answers files: what becomes of a change is decided by the page's one client, which
 * hears of all parts through the gateway, see scripts/src/dev. A remote alone is a page of its own, with webpack's own client.
 */
export const devServer = ({ port, isAlone, isForSite, folder }) => ({
  host: "localhost",
  port,
  compress: false,
  ...(isAlone ? alone : isForSite ? forSite({ port, folder }) : forGateway),
});
