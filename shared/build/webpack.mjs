import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import MiniCssExtractPlugin from "mini-css-extract-plugin";
import TerserPlugin from "terser-webpack-plugin";
import { BudgetPlugin } from "@conquest/shared/build/plugins/budget-plugin.mjs";
import { CssMinifyPlugin } from "@conquest/shared/build/plugins/css-minify-plugin.mjs";
import { devServer, portOf } from "@conquest/shared/build/development/dev-server.mjs";
import { forDevelopment } from "@conquest/shared/build/development/for-development.mjs";
import {
  isShared,
  offeredVersions,
  remoteFederation,
  shellFederation,
  SUBSETS,
} from "@conquest/shared/build/federation.mjs";
import { ICON_REPLACEMENT, REPLACEMENTS } from "@conquest/shared/build/replacements.mjs";
import { ssrConfig } from "@conquest/shared/build/ssr.mjs";
import { HtmlPlugin } from "@conquest/shared/build/plugins/html-plugin.mjs";
import { IntegrityPlugin } from "@conquest/shared/build/plugins/integrity-plugin.mjs";
import { NamedChunksPlugin, PagesPlugin, ShellJsonPlugin } from "@conquest/shared/build/plugins/pages-plugin.mjs";
import { ShimPlugin } from "@conquest/shared/build/plugins/shim-plugin.mjs";

const require = createRequire(import.meta.url);
const readJson = (file) => JSON.parse(fs.readFileSync(file, "utf8"));

/** Pages get these as plain data; contracts import each other unchanged. */
const CONTRACTS = /[\\/]shared[\\/]contracts[\\/](?:[\w-]+[\\/])?[\w-]+\.ts$/;

const FONTS = path.join(import.meta.dirname, "../styles/fonts.css");

/** Imports a stylesheet as a URL: webpack's runtime for CSS chunks is larger than what it saves. */
const AS_URL = /^\?address$/;

const aliases = (isProduction, isAlone) => ({
  // Standalone remotes need more of axios, to answer requests themselves.
  ...(!isAlone && { axios$: path.join(import.meta.dirname, "shims/axios.mjs") }),
  // The package's exports always resolve to the development build.
  ...(isProduction && {
    "react-router$": path.join(path.dirname(require.resolve("react-router/package.json")), "dist/production/index.mjs"),
  }),
});

const transpiledFolder = path.resolve(import.meta.dirname, "../../.conquest/transpiled");

/** The output folder is that of type checks; parts that differ in nothing else share transpiled sources. */
const transpilerVersion = (folder, isQuick) =>
  JSON.stringify([
    readJson(require.resolve("typescript/package.json")).version,
    isQuick,
    fs.readFileSync(path.resolve(folder, "../tsconfig.base.json"), "utf8"),
    fs.readFileSync(path.join(folder, "tsconfig.json"), "utf8").replace(/"(?:outDir|include)".*/g, ""),
  ]);

/**
 * A folder with a remote.json is a remote. `--env`: `alone` builds a standalone page; `site` takes precedence and serves
 * a running site; `quick` builds for `npm start`; `pseudo` accents messages instead of translating them.
 */
export const webpackConfig =
  (folder) =>
  (env, { mode = "production" }) => {
    const { name, config } = readJson(path.join(folder, "package.json"));
    const part = name.replace("@conquest/", "");
    const container = part.replaceAll("-", "_");
    const isShell = part === "shell";
    const isForSite = Boolean(env.site);
    const isAlone = Boolean(env.alone) && !isForSite;
    const isProduction = mode === "production";
    const isQuick = isProduction && Boolean(env.quick);
    const isPseudo = Boolean(env.pseudo);
    const isDevServer = !isProduction && !isForSite && Boolean(env.WEBPACK_SERVE);
    const source = path.join(folder, "src");
    const hash = isProduction ? ".[contenthash:8]" : "";
    // A standalone page is served from the root for URLs of any depth; other builds are below their version's folder.
    // The shell's dev server is not a release.
    const publicPath = isAlone ? "/" : isShell && isDevServer ? "/@dev/shell/" : "auto";

    const development = isDevServer ? forDevelopment({ folder, part, isAlone }) : null;

    const compileTypeScript = {
      test: /\.tsx?$/,
      exclude: /node_modules/,
      use: [
        ...(isProduction
          ? [
              {
                loader: "@conquest/shared/build/loaders/transpile-once-loader.mjs",
                options: { folder: transpiledFolder, version: transpilerVersion(folder, isQuick) },
              },
            ]
          : []),
        {
          loader: "ts-loader",
          options: {
            transpileOnly: true,
            ...(development && { getCustomTransformers: development.transformers }),
            configFile: path.join(folder, "tsconfig.json"),
            compilerOptions: {
              composite: false,
              declaration: false,
              emitDeclarationOnly: false,
              sourceMap: !isQuick,
              rootDir: path.dirname(folder),
            },
          },
        },
      ],
    };

    /** Contracts are plain data except where schemas validate. */
    const leanContracts = [{ issuer: { not: [CONTRACTS] } }, { resourceQuery: /^\?only=/ }].map((where) => ({
      ...where,
      test: CONTRACTS,
      enforce: "post",
      loader: "@conquest/shared/build/loaders/contracts-loader.mjs",
    }));

    const browserConfig = {
      ...development?.config,
      name: part,
      mode,
      context: folder,
      target: ["web", "es2022"],
      entry: isShell ? { main: "./src/main.ts" } : isAlone ? { main: "./src/alone.tsx" } : {},
      output: {
        path: path.join(folder, "dist"),
        // The container's file name is fixed, as each version has its own folder.
        filename: `[name]${hash}.js`,
        chunkFilename: `[name]${hash}.js`,
        assetModuleFilename: `[name]${hash}[ext]`,
        cssFilename: `[name]${hash}.css`,
        publicPath,
        uniqueName: container,
        chunkLoadTimeout: 15_000,
        // While serving, keeps old hot updates: a page that slept still requests them.
        // The folder itself too, because the server bundle may be written to it while it is still empty.
        clean: isDevServer ? false : { keep: /^draw(?:[\\/]|$)/ },
      },
      devtool: isQuick ? false : isProduction ? "source-map" : "cheap-module-source-map",
      resolve: { extensions: [".tsx", ".ts", ".mjs", ".js"], alias: aliases(isProduction, isAlone) },
      module: {
        rules: [
          compileTypeScript,
          ...(isProduction
            ? [
                ...leanContracts,
                {
                  test: /[\\/]react-router[\\/]dist[\\/]production[\\/]/,
                  loader: "@conquest/shared/build/loaders/shakable-loader.mjs",
                },
              ]
            : []),
          { test: /\.css$/, resourceQuery: AS_URL, type: "asset/resource" },
          {
            test: /\.css$/,
            resourceQuery: { not: [AS_URL] },
            use: [
              MiniCssExtractPlugin.loader,
              "css-loader",
              "@conquest/shared/build/loaders/icon-css-loader.mjs",
              // Its cache is per base: without one, parts that one process builds would share a stylesheet.
              { loader: "@tailwindcss/webpack", options: { base: folder, optimize: false } },
            ],
          },
          {
            test: /[\\/]styles[\\/]part\.css$/,
            enforce: "pre",
            loader: "@conquest/shared/build/loaders/part-css-loader.mjs",
            options: { prefix: config.prefix, source },
          },
          { test: /\.(svg|png|webp|jpg)$/, type: "asset/resource" },
        ],
      },
      plugins: [
        new MiniCssExtractPlugin({ filename: `[name]${hash}.css`, chunkFilename: `[name]${hash}.css` }),
        ...(isAlone
          ? []
          : [
              isShell
                ? shellFederation()
                : remoteFederation(
                    container,
                    { "./routes": { import: "./src/routes.tsx", name: "__federation_expose_routes" } },
                    !isDevServer,
                  ),
            ]),
        ...(isShell || isAlone
          ? []
          : [new PagesPlugin({ folder, isPseudo, routes: readJson(path.join(folder, "remote.json")).routes })]),
        new ShimPlugin(REPLACEMENTS),
        ...(isProduction && !isAlone && config.budget
          ? [new BudgetPlugin({ part, budget: config.budget, isQuick })]
          : []),
        ...(isShell
          ? [
              new NamedChunksPlugin(["dashboard-frame", "http-client", "identity"], { folder, isPseudo }),
              new ShellJsonPlugin(offeredVersions()),
            ]
          : []),
        new IntegrityPlugin(),
        ...(isShell
          ? [
              new HtmlPlugin({
                template: path.join(source, "index.html"),
                early: path.join(source, "before-paint.js"),
                fonts: FONTS,
                preloadedFont: /^archivo-basic\b/,
              }),
            ]
          : []),
        ...(isAlone ? [new HtmlPlugin({ template: path.join(import.meta.dirname, "alone.html"), fonts: FONTS })] : []),
        ...(development?.plugins ?? []),
      ],
      optimization: {
        // One runtime for a container and its chunks, or its modules would be instantiated twice.
        runtimeChunk: false,
        // Keeps the last successful build in the page if this one has errors.
        ...(isDevServer && !isAlone && { emitOnErrors: false }),
        // An additional request costs more than loading a few icons twice. Counts sources with comments, not minified.
        splitChunks: { minSize: 34_000, chunks: (chunk) => !chunk.canBeInitial() && chunk.name !== "http-client" },
        moduleIds: isProduction ? "deterministic" : "named",
        chunkIds: isProduction ? "deterministic" : "named",
        minimizer: [
          new TerserPlugin({
            minify: TerserPlugin.swcMinify,
            terserOptions: { compress: { passes: isQuick ? 1 : 3 } },
            extractComments: false,
            // swc has its own threads: workers would only load it again.
            parallel: false,
          }),
          new CssMinifyPlugin(),
        ],
      },
      performance: { hints: false },
      // react-datepicker requires an optional package by a computed name.
      ignoreWarnings: [{ module: /react-datepicker/, message: /the request of a dependency is an expression/ }],
      stats: "errors-warnings",
      infrastructureLogging: { level: "error" },
      devServer: devServer({ port: portOf(part, config), isAlone, isForSite, folder }),
    };
    const ssrBundleConfig = ssrConfig({
      folder,
      part,
      isShell,
      isShared,
      router: SUBSETS["react-router-dom"],
      rules: [compileTypeScript, ...leanContracts],
      replaced: [new ShimPlugin([ICON_REPLACEMENT])],
    });
    return isProduction && !isAlone ? [browserConfig, ssrBundleConfig] : browserConfig;
  };
