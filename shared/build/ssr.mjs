import path from "node:path";
import webpack from "webpack";

/** Where the drawing bundle lies in a build. Nothing below `draw/` is ever served to a browser. */
export const DRAWING_FILE = "draw/part.js";

/**
 * The second bundle of a release: the same sources in one script, for drawing pages on the server. What the page shares is
 * not in a remote's: it takes the copies of the shell that it is drawn with, as in the browser.
 */
export const drawingConfig = ({ folder, part, isShell, isShared, router, rules, replaced }) => ({
  name: `${part} drawing`,
  mode: "production",
  context: folder,
  // Without window, without Node's modules: what is drawn in the walled process has neither.
  target: ["webworker", "es2022"],
  entry: isShell ? "./src/hydration/render-page.tsx" : "./src/routes.tsx",
  output: {
    path: path.join(folder, "dist"),
    filename: DRAWING_FILE,
    library: { type: "commonjs2" },
    publicPath: "",
    clean: false,
  },
  devtool: false,
  resolve: { extensions: [".tsx", ".ts", ".mjs", ".js"], alias: isShell ? { "react-router-dom$": router } : {} },
  externals: [
    ({ request }, callback) => {
      if (request.endsWith(".css")) callback(null, "{}", "var");
      else if (!isShell && isShared(request)) callback(null, `commonjs2 ${request}`);
      else callback();
    },
  ],
  module: { rules },
  plugins: [...replaced, new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  // Readable, for what a part that fails here says of itself; it is never sent to anybody.
  optimization: { minimize: false, nodeEnv: "production", moduleIds: "named" },
  performance: { hints: false },
  ignoreWarnings: [{ module: /react-datepicker/, message: /the request of a dependency is an expression/ }],
  stats: "errors-warnings",
  infrastructureLogging: { level: "error" },
});
