import path from "node:path";
import webpack from "webpack";

/** The SSR bundle's path in a build. Files below `draw/` are never served to browsers. */
export const SSR_BUNDLE_FILE = "draw/part.js";

/** A remote's bundle excludes shared modules and uses the shell's copies, as in the browser. */
export const ssrConfig = ({ folder, part, isShell, isShared, router, rules, replaced }) => ({
  name: `${part} drawing`,
  mode: "production",
  context: folder,
  // The sandboxed render process has neither window nor Node's modules.
  target: ["webworker", "es2022"],
  entry: isShell ? "./src/hydration/render-page.tsx" : "./src/routes.tsx",
  output: {
    path: path.join(folder, "dist"),
    filename: SSR_BUNDLE_FILE,
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
  // Readable for error messages; never sent to browsers.
  optimization: { minimize: false, nodeEnv: "production", moduleIds: "named" },
  performance: { hints: false },
  ignoreWarnings: [{ module: /react-datepicker/, message: /the request of a dependency is an expression/ }],
  stats: "errors-warnings",
  infrastructureLogging: { level: "error" },
});
