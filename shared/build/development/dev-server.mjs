import path from "node:path";

const media = path.resolve(import.meta.dirname, "../../../server/media");

/** MF_PUBLIC_PORT moves the dev server of mf-public; PORT moves that of a part that is started by itself. */
export const portOf = (part, config) => Number(process.env[`${part.replaceAll("-", "_").toUpperCase()}_PORT`] || process.env.PORT || config.port);

/**
 * The dev server of a part. In the site it only answers files: what becomes of a change is decided by the page's one client, which
 * hears of all parts through the gateway, see scripts/src/dev. A remote alone is a page of its own, with webpack's own client.
 */
export const devServer = ({ port, isAlone }) => ({
  host: "localhost",
  port,
  compress: false,
  ...(isAlone
    ? {
        hot: true,
        static: { directory: media, publicPath: "/media" },
        devMiddleware: { publicPath: "/", index: "index.html" },
        client: { overlay: true, logging: "warn" },
        historyApiFallback: true,
      }
    : { hot: false, liveReload: false, client: false, webSocketServer: false, static: false, devMiddleware: { publicPath: "/", index: false } }),
});
