import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ModuleFederationPlugin } from "@module-federation/enhanced/webpack";
import CssMinimizerPlugin from "css-minimizer-webpack-plugin";
import MiniCssExtractPlugin from "mini-css-extract-plugin";
import TerserPlugin from "terser-webpack-plugin";
import { devServer } from "@conquest/shared/build/dev-server.mjs";
import { HtmlPlugin } from "@conquest/shared/build/html-plugin.mjs";
import { IntegrityPlugin } from "@conquest/shared/build/integrity-plugin.mjs";

const require = createRequire(import.meta.url);
const readJson = (file) => JSON.parse(fs.readFileSync(file, "utf8"));
const sharedPackage = readJson(path.resolve(import.meta.dirname, "../package.json"));

const singletonFiles = fs.readdirSync(path.resolve(import.meta.dirname, "../singletons")).filter((file) => /^[\w-]+\.ts$/.test(file));

/** What a page has exactly one of, and the package whose version counts. A trailing slash covers every module below. */
const SINGLETONS = {
  "react": "react",
  "react/": "react",
  "react-dom": "react-dom",
  "react-dom/": "react-dom",
  "react-router-dom": "react-router-dom",
  "@tanstack/react-query": "@tanstack/react-query",
  ...Object.fromEntries(singletonFiles.map((file) => [`@conquest/shared/singletons/${path.basename(file, ".ts")}`, "@conquest/shared"])),
};

const versionOf = (name) =>
  name === sharedPackage.name ? sharedPackage.version : readJson(require.resolve(`${name}/package.json`)).version;

const sharedModules = (policy) =>
  Object.fromEntries(
    Object.entries(SINGLETONS).map(([key, name]) => [key, { singleton: true, requiredVersion: `^${versionOf(name)}`, ...policy }]),
  );

/** A remote brings no copy of what is shared: without the shell's it fails with a message instead of running twice. */
const remoteFederation = (container, exposes) =>
  new ModuleFederationPlugin({
    name: container,
    filename: "remoteEntry.js",
    exposes,
    manifest: true,
    shareStrategy: "loaded-first",
    shared: sharedModules({ strictVersion: true, import: false }),
    dts: false,
    dev: false,
    experiments: { optimization: { target: "web", disableRemote: true } },
  });

/** The shell knows no remote when it is built; its copies are there before any remote asks. */
const shellFederation = () =>
  new ModuleFederationPlugin({
    name: "shell",
    manifest: false,
    shareStrategy: "loaded-first",
    shared: {
      ...sharedModules({ eager: true }),
      "react-router-dom": { singleton: true, eager: true, version: versionOf("react-router-dom"), import: "@conquest/shared/build/router.mjs" },
    },
    dts: false,
    dev: false,
    experiments: { optimization: { target: "web", disableSnapshot: true } },
  });

/**
 * The webpack configuration of the part in `folder`. A folder with a remote.json is a remote, the other one the shell;
 * `config` of its package.json names the port of its dev server and the prefix of its css utilities.
 * `--env alone` builds a remote as a page of its own, without federation, from src/alone.tsx.
 */
export const webpackConfig = (folder) => (env, { mode = "production" }) => {
  const { name, config } = readJson(path.join(folder, "package.json"));
  const part = name.replace("@conquest/", "");
  const container = part.replaceAll("-", "_");
  const isShell = part === "shell";
  const isAlone = Boolean(env.alone);
  const isProduction = mode === "production";
  const source = path.join(folder, "src");
  const hash = isProduction ? ".[contenthash:8]" : "";
  // A page of its own has addresses of any depth and lies at the root; everything else is below the folder of its version.
  const publicPath = isAlone || (isShell && !isProduction) ? "/" : "auto";

  return {
    name: part,
    mode,
    context: folder,
    target: ["web", "es2022"],
    entry: isShell ? { main: "./src/main.ts" } : isAlone ? { main: "./src/alone.tsx" } : {},
    output: {
      path: path.join(folder, "dist"),
      // The container's file name is fixed; it lies in a folder of its own for each version.
      filename: `[name]${hash}.js`,
      chunkFilename: `[name]${hash}.js`,
      assetModuleFilename: `[name]${hash}[ext]`,
      cssFilename: `[name]${hash}.css`,
      publicPath,
      uniqueName: container,
      chunkLoadTimeout: 15_000,
      clean: true,
    },
    devtool: isProduction ? "source-map" : "cheap-module-source-map",
    resolve: { extensions: [".tsx", ".ts", ".mjs", ".js"] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          loader: "ts-loader",
          options: {
            transpileOnly: true,
            configFile: path.join(folder, "tsconfig.json"),
            compilerOptions: { composite: false, declaration: false, emitDeclarationOnly: false, sourceMap: true, rootDir: path.dirname(folder) },
          },
        },
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, "css-loader", { loader: "@tailwindcss/webpack", options: { optimize: false } }] },
        {
          test: /[\\/]styles[\\/]part\.css$/,
          enforce: "pre",
          loader: "@conquest/shared/build/part-css-loader.mjs",
          options: { prefix: config.prefix, source },
        },
        { test: /\.(svg|png|webp|jpg|woff2)$/, type: "asset/resource" },
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({ filename: `[name]${hash}.css`, chunkFilename: `[name]${hash}.css` }),
      ...(isAlone ? [] : [isShell ? shellFederation() : remoteFederation(container, { "./routes": "./src/routes.tsx" })]),
      new IntegrityPlugin(),
      ...(isShell ? [new HtmlPlugin({ template: path.join(source, "index.html"), early: path.join(source, "before-paint.js") })] : []),
      ...(isAlone ? [new HtmlPlugin({ template: path.join(import.meta.dirname, "alone.html") })] : []),
    ],
    optimization: {
      // One runtime for a container and its chunks, or its modules would be instantiated twice.
      runtimeChunk: false,
      moduleIds: "named",
      chunkIds: "named",
      minimizer: [new TerserPlugin({ extractComments: false }), new CssMinimizerPlugin()],
    },
    performance: { hints: false },
    // It looks for an optional package by a computed name.
    ignoreWarnings: [{ module: /react-datepicker/, message: /the request of a dependency is an expression/ }],
    stats: "errors-warnings",
    infrastructureLogging: { level: "error" },
    devServer: devServer({ port: Number(process.env.PORT ?? config.port), isShell, isAlone }),
  };
};
