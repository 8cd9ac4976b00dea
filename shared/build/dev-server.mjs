import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const SERVER = process.env.CONQUEST_SERVER ?? "http://localhost:4000";

/** Where the files of each part's dev server are asked for in the site, and where they are. */
const remoteProxies = () =>
  fs
    .readdirSync(root)
    .filter((name) => fs.existsSync(path.join(root, name, "remote.json")))
    .map((name) => {
      const { config } = JSON.parse(fs.readFileSync(path.join(root, name, "package.json"), "utf8"));
      // With the slash: files with a fault, of `dev~slow`, are the server's, see server/src/releases/developer.
      const prefix = `/mf/${name}/dev/`;
      return { context: [prefix], target: `http://localhost:${config.port}`, pathRewrite: { [`^${prefix}`]: "/" }, logLevel: "silent" };
    });

/**
 * What lets pages of a running site take a part from here, see docs/developer-panel.md: any site's may read the files, which are
 * nobody's secret, and the part's face is one of them.
 */
const forSite = (folder) => ({
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

/**
 * The dev server of a part. The shell's stands before the whole site, so that everything has one origin as in
 * production: it asks the remotes' dev servers for their files and the server for pages, API and registry.
 * A change reloads the page, which keeps its address.
 */
export const devServer = ({ port, isShell, isAlone, isForSite, folder }) => ({
  host: "localhost",
  port,
  hot: false,
  liveReload: true,
  static: isAlone ? { directory: path.join(root, "server/media"), publicPath: "/media" } : false,
  compress: false,
  devMiddleware: { publicPath: "/", index: isAlone ? "index.html" : false },
  // The page that a remote's client runs in has another port than the remote's dev server.
  client: { overlay: false, logging: "warn", webSocketURL: { hostname: "localhost", port, protocol: "ws" } },
  historyApiFallback: isAlone,
  ...(isForSite && forSite(folder)),
  proxy: isShell
    ? [...remoteProxies(), { context: (address) => address !== "/ws", target: SERVER, xfwd: true }]
    : [],
});
