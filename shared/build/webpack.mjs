import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ModuleFederationPlugin } from "@module-federation/enhanced/webpack";
import CssMinimizerPlugin from "css-minimizer-webpack-plugin";
import MiniCssExtractPlugin from "mini-css-extract-plugin";
import TerserPlugin from "terser-webpack-plugin";
import webpack from "webpack";
import { BudgetPlugin } from "@conquest/shared/build/plugins/budget-plugin.mjs";
import { devServer, portOf } from "@conquest/shared/build/development/dev-server.mjs";
import { forDevelopment } from "@conquest/shared/build/development/for-development.mjs";
import { drawingConfig } from "@conquest/shared/build/ssr.mjs";
import { HtmlPlugin } from "@conquest/shared/build/plugins/html-plugin.mjs";
import { IntegrityPlugin } from "@conquest/shared/build/plugins/integrity-plugin.mjs";
import { NamedChunksPlugin, PagesPlugin, ShellJsonPlugin } from "@conquest/shared/build/plugins/pages-plugin.mjs";

const require = createRequire(import.meta.url);
const readJson = (file) => JSON.parse(fs.readFileSync(file, "utf8"));
const sharedPackage = readJson(path.resolve(import.meta.dirname, "../package.json"));

const singletonFiles = fs
  .readdirSync(path.resolve(import.meta.dirname, "../singletons"))
  .filter((file) => /^[\w-]+\.ts$/.test(file));

/** What stands in for libraries in the shell: the part of them that the site uses. */
const SUBSETS = {
  "react-router-dom": path.join(import.meta.dirname, "shims/router.mjs"),
  "@tanstack/react-query": path.join(import.meta.dirname, "shims/query.mjs"),
};

/** What a page has exactly one of, and the package whose version counts. A trailing slash covers every module below. */
const SINGLETONS = {
  react: "react",
  "react/": "react",
  "react-dom": "react-dom",
  "react-dom/": "react-dom",
  "react-router-dom": "react-router-dom",
  "@tanstack/react-query": "@tanstack/react-query",
  ...Object.fromEntries(
    singletonFiles.map((file) => [`@conquest/shared/singletons/${path.basename(file, ".ts")}`, "@conquest/shared"]),
  ),
};

/** Pages get these as plain data; contracts import each other as they are. */
const CONTRACTS = /[\\/]shared[\\/]contracts[\\/](?:[\w-]+[\\/])?[\w-]+\.ts$/;

/** A stylesheet that is imported so is its address: whoever wants it loads it. The means to load those of chunks weigh more than it saves. */
const ADDRESS = /^\?address$/;

const versionOf = (name) =>
  name === sharedPackage.name ? sharedPackage.version : readJson(require.resolve(`${name}/package.json`)).version;

const sharedModules = (policy) =>
  Object.fromEntries(
    Object.entries(SINGLETONS).map(([key, name]) => [
      key,
      { singleton: true, requiredVersion: `^${versionOf(name)}`, ...policy },
    ]),
  );

const isShared = (request) =>
  Object.keys(SINGLETONS).some((key) => request === key || (key.endsWith("/") && request.startsWith(key)));

/** A remote brings no copy of what is shared: without the shell's it fails with a message instead of running twice. */
const remoteFederation = (container, exposes, manifest) =>
  new ModuleFederationPlugin({
    name: container,
    filename: "remoteEntry.js",
    exposes,
    manifest,
    shareStrategy: "loaded-first",
    shared: sharedModules({ strictVersion: true, import: false }),
    dts: false,
    dev: false,
    // The core of the federation runtime is the shell's, see shell/src/federation-core.ts.
    experiments: { externalRuntime: true, optimization: { target: "web", disableRemote: true } },
  });

/** What remotes can rely on in a page of the shell that is built here. */
const offered = () => ({
  contract: /CONTRACT_VERSION = "([\d.]+)"/.exec(
    fs.readFileSync(path.resolve(import.meta.dirname, "../contracts/parts/contract-version.ts"), "utf8"),
  )[1],
  shared: Object.fromEntries(Object.entries(SINGLETONS).map(([key, name]) => [key, versionOf(name)])),
});

const sharedSubsets = () =>
  Object.fromEntries(
    Object.entries(SUBSETS).map(([name, file]) => [
      name,
      { singleton: true, eager: true, version: versionOf(name), import: file },
    ]),
  );

const aliases = (isProduction, isAlone) => ({
  // What answers a remote that runs alone takes more of it.
  ...(!isAlone && { axios$: path.join(import.meta.dirname, "shims/axios.mjs") }),
  // Its package gives webpack the one that warns developers, whatever is built.
  ...(isProduction && {
    "react-router$": path.join(path.dirname(require.resolve("react-router/package.json")), "dist/production/index.mjs"),
  }),
});

/** Drawn on the server as in the browser, which goes on from there. */
const ICONS = [/[\\/]createLucideIcon\.mjs$/, "lucide-icon.mjs"];

/**
 * What takes the place of modules of libraries in a page. Calls are made with XMLHttpRequest, send JSON or a file as it is, and
 * have texts and numbers in their query. Icons have a size and no more. Schemas check, and describe themselves to nobody. The scripts of remotes are loaded by shell/src/remote-part.
 */
const REPLACED = [
  [
    /[\\/]axios[\\/]lib[\\/](adapters[\\/]fetch|core[\\/]assertParamsAcyclic|helpers[\\/](cookies|formDataToJSON|isURLSameOrigin|toFormData|toURLEncodedForm))\.js$/,
    "nothing.mjs",
  ],
  [/[\\/]axios[\\/]lib[\\/]helpers[\\/]AxiosURLSearchParams\.js$/, "search-params.mjs"],
  ICONS,
  [/[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-(generator|processors)|to-json-schema)\.js$/, "json-schema.mjs"],
  [
    /[\\/]@module-federation[\\/](runtime-core[\\/]dist[\\/]utils[\\/](load|preload)|sdk[\\/]dist[\\/]dom)\.js$/,
    "nothing.mjs",
  ],
  [/[\\/](axios[\\/]lib[\\/]helpers[\\/]validator|@module-federation[\\/]sdk[\\/]dist[\\/]logger)\.js$/, "plain.mjs"],
  // Each error still names its code and the page that explains it.
  [/[\\/]@module-federation[\\/]error-codes[\\/]dist[\\/]desc\.mjs$/, "nothing.mjs"],
];

const replace = ([module, file]) =>
  new webpack.NormalModuleReplacementPlugin(module, path.join(import.meta.dirname, "shims", file));

/** The shell knows no remote when it is built; its copies are there before any remote asks. */
const shellFederation = () =>
  new ModuleFederationPlugin({
    name: "shell",
    manifest: false,
    shareStrategy: "loaded-first",
    shared: { ...sharedModules({ eager: true }), ...sharedSubsets() },
    dts: false,
    dev: false,
    experiments: { optimization: { target: "web", disableSnapshot: true, disableRemote: true } },
  });

/**
 * The webpack configuration of the part in `folder`. A folder with a remote.json is a remote, the other one the shell;
 * `config` of its package.json names the port of its dev server and the prefix of its css utilities.
 * `--env alone` builds a remote as a page of its own, without federation, from src/alone.tsx; `--env site`, which counts when
 * both are given, serves it to pages of a running site.
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
    const isServed = !isProduction && !isForSite && Boolean(env.WEBPACK_SERVE);
    const source = path.join(folder, "src");
    const hash = isProduction ? ".[contenthash:8]" : "";
    // A page of its own has addresses of any depth and lies at the root; everything else is below the folder of its version. What a
    // dev server has of the shell is no release.
    const publicPath = isAlone ? "/" : isShell && isServed ? "/@dev/shell/" : "auto";

    const development = isServed ? forDevelopment({ folder, part, isAlone }) : null;

    const compileTypeScript = {
      test: /\.tsx?$/,
      exclude: /node_modules/,
      loader: "ts-loader",
      options: {
        transpileOnly: true,
        ...(development && { getCustomTransformers: development.transformers }),
        configFile: path.join(folder, "tsconfig.json"),
        compilerOptions: {
          composite: false,
          declaration: false,
          emitDeclarationOnly: false,
          sourceMap: true,
          rootDir: path.dirname(folder),
        },
      },
    };

    /** Where nothing is validated, a contract is the data in it. */
    const leanContracts = [{ issuer: { not: [CONTRACTS] } }, { resourceQuery: /^\?only=/ }].map((where) => ({
      ...where,
      test: CONTRACTS,
      enforce: "post",
      loader: "@conquest/shared/build/loaders/contracts-loader.mjs",
    }));

    const inBrowsers = {
      ...development?.config,
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
        // A page that has slept asks for what led from its build to the next.
        clean: isServed ? false : { keep: /^draw[\\/]/ },
      },
      devtool: isProduction ? "source-map" : "cheap-module-source-map",
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
          { test: /\.css$/, resourceQuery: ADDRESS, type: "asset/resource" },
          {
            test: /\.css$/,
            resourceQuery: { not: [ADDRESS] },
            use: [
              MiniCssExtractPlugin.loader,
              "css-loader",
              "@conquest/shared/build/loaders/icon-css-loader.mjs",
              { loader: "@tailwindcss/webpack", options: { optimize: false } },
            ],
          },
          {
            test: /[\\/]styles[\\/]part\.css$/,
            enforce: "pre",
            loader: "@conquest/shared/build/loaders/part-css-loader.mjs",
            options: { prefix: config.prefix, source },
          },
          { test: /\.(svg|png|webp|jpg|woff2)$/, type: "asset/resource" },
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
                    !isServed,
                  ),
            ]),
        ...(isShell || isAlone
          ? []
          : [new PagesPlugin({ paths: readJson(path.join(folder, "remote.json")).routes.map((route) => route.path) })]),
        ...REPLACED.map(replace),
        ...(isProduction && !isAlone && config.budget ? [new BudgetPlugin({ part, budget: config.budget })] : []),
        ...(isShell ? [new NamedChunksPlugin(["dashboard-frame", "identity"]), new ShellJsonPlugin(offered())] : []),
        new IntegrityPlugin(),
        ...(isShell
          ? [new HtmlPlugin({ template: path.join(source, "index.html"), early: path.join(source, "before-paint.js") })]
          : []),
        ...(isAlone ? [new HtmlPlugin({ template: path.join(import.meta.dirname, "alone.html") })] : []),
        ...(development?.plugins ?? []),
      ],
      optimization: {
        // One runtime for a container and its chunks, or its modules would be instantiated twice.
        runtimeChunk: false,
        // A build with errors leaves the one before it in the page.
        ...(isServed && !isAlone && { emitOnErrors: false }),
        // One more request costs a visitor more than the same few icons twice.
        splitChunks: { minSize: 40_000 },
        moduleIds: isProduction ? "deterministic" : "named",
        chunkIds: isProduction ? "deterministic" : "named",
        minimizer: [
          new TerserPlugin({
            minify: TerserPlugin.swcMinify,
            terserOptions: { compress: { passes: 3 } },
            extractComments: false,
          }),
          new CssMinimizerPlugin(),
        ],
      },
      performance: { hints: false },
      // It looks for an optional package by a computed name.
      ignoreWarnings: [{ module: /react-datepicker/, message: /the request of a dependency is an expression/ }],
      stats: "errors-warnings",
      infrastructureLogging: { level: "error" },
      devServer: devServer({ port: portOf(part, config), isAlone, isForSite, folder }),
    };
    const drawn = drawingConfig({
      folder,
      part,
      isShell,
      isShared,
      router: SUBSETS["react-router-dom"],
      rules: [compileTypeScript, ...leanContracts],
      replaced: [replace(ICONS)],
    });
    return isProduction && !isAlone ? [inBrowsers, drawn] : inBrowsers;
  };
