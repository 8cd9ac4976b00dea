import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ModuleFederationPlugin } from "@module-federation/enhanced/webpack";
import MiniCssExtractPlugin from "mini-css-extract-plugin";
import TerserPlugin from "terser-webpack-plugin";
import { BudgetPlugin } from "@conquest/shared/build/plugins/budget-plugin.mjs";
import { CssMinifyPlugin } from "@conquest/shared/build/plugins/css-minify-plugin.mjs";
import { devServer, portOf } from "@conquest/shared/build/development/dev-server.mjs";
import { forDevelopment } from "@conquest/shared/build/development/for-development.mjs";
import { ssrConfig } from "@conquest/shared/build/ssr.mjs";
import { HtmlPlugin } from "@conquest/shared/build/plugins/html-plugin.mjs";
import { IntegrityPlugin } from "@conquest/shared/build/plugins/integrity-plugin.mjs";
import { NamedChunksPlugin, PagesPlugin, ShellJsonPlugin } from "@conquest/shared/build/plugins/pages-plugin.mjs";
import { ShimPlugin } from "@conquest/shared/build/plugins/shim-plugin.mjs";

const require = createRequire(import.meta.url);
const readJson = (file) => JSON.parse(fs.readFileSync(file, "utf8"));
const sharedPackage = readJson(path.resolve(import.meta.dirname, "../package.json"));

const singletonFiles = fs
  .readdirSync(path.resolve(import.meta.dirname, "../singletons"))
  .filter((file) => /^[\w-]+\.ts$/.test(file));

/** The subsets of libraries that the site uses. */
const SUBSETS = {
  "react-router-dom": path.join(import.meta.dirname, "shims/router.mjs"),
  "@tanstack/react-query": path.join(import.meta.dirname, "shims/query.mjs"),
};

/** Shared modules and the package that determines their version. A trailing slash covers all modules below. */
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

/** Pages get these as plain data; contracts import each other unchanged. */
const CONTRACTS = /[\\/]shared[\\/]contracts[\\/](?:[\w-]+[\\/])?[\w-]+\.ts$/;

/** Imports a stylesheet as a URL: webpack's runtime for CSS chunks is larger than what it saves. */
const AS_URL = /^\?address$/;

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

/** A remote contains no shared modules: without the shell's it fails instead of running a second copy. */
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
    // The shell provides the core of the federation runtime, see shell/src/federation-core.ts.
    experiments: { externalRuntime: true, optimization: { target: "web", disableRemote: true } },
  });

const offeredVersions = () => ({
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
  // Standalone remotes need more of axios, to answer requests themselves.
  ...(!isAlone && { axios$: path.join(import.meta.dirname, "shims/axios.mjs") }),
  // The package's exports always resolve to the development build.
  ...(isProduction && {
    "react-router$": path.join(path.dirname(require.resolve("react-router/package.json")), "dist/production/index.mjs"),
  }),
});

/** Also used for server-side rendering, so that the markup matches. */
const ICON_REPLACEMENT = { library: "lucide-react", modules: ["createLucideIcon.mjs"], shim: "lucide-icon.mjs" };

/**
 * Library modules replaced by smaller shims. Requests use XMLHttpRequest with JSON or raw files, icons have only a
 * size, and schemas only validate. shell/src/remote-part loads the remotes' scripts.
 */
const REPLACEMENTS = [
  {
    library: "axios",
    modules: [
      "axios/lib/adapters/fetch.js",
      "axios/lib/core/assertParamsAcyclic.js",
      "axios/lib/helpers/cookies.js",
      "axios/lib/helpers/formDataToJSON.js",
      "axios/lib/helpers/isURLSameOrigin.js",
      "axios/lib/helpers/toFormData.js",
      "axios/lib/helpers/toURLEncodedForm.js",
    ],
    shim: "nothing.mjs",
  },
  { library: "axios", modules: ["axios/lib/helpers/AxiosURLSearchParams.js"], shim: "search-params.mjs" },
  { library: "axios", modules: ["axios/lib/helpers/validator.js"], shim: "plain.mjs" },
  ICON_REPLACEMENT,
  {
    library: "zod",
    modules: [
      "zod/v4/core/json-schema-generator.js",
      "zod/v4/core/json-schema-processors.js",
      "zod/v4/core/to-json-schema.js",
    ],
    shim: "json-schema.mjs",
  },
  {
    library: "@module-federation/runtime-core",
    modules: [
      "@module-federation/runtime-core/dist/utils/load.js",
      "@module-federation/runtime-core/dist/utils/preload.js",
    ],
    shim: "nothing.mjs",
  },
  { library: "@module-federation/sdk", modules: ["@module-federation/sdk/dist/dom.js"], shim: "nothing.mjs" },
  { library: "@module-federation/sdk", modules: ["@module-federation/sdk/dist/logger.js"], shim: "plain.mjs" },
  // Errors still contain their code and the URL of the documentation.
  {
    library: "@module-federation/error-codes",
    modules: ["@module-federation/error-codes/dist/desc.mjs"],
    shim: "nothing.mjs",
  },
];

const transpiledFolder = path.resolve(import.meta.dirname, "../../.conquest/transpiled");

/** The output folder is that of type checks; parts that differ in nothing else share transpiled sources. */
const transpilerVersion = (folder, isQuick) =>
  JSON.stringify([
    readJson(require.resolve("typescript/package.json")).version,
    isQuick,
    fs.readFileSync(path.resolve(folder, "../tsconfig.base.json"), "utf8"),
    fs.readFileSync(path.join(folder, "tsconfig.json"), "utf8").replace(/"(?:outDir|include)".*/g, ""),
  ]);

/** The shell's shared modules are eager, so they exist before a remote needs them. */
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
 * A folder with a remote.json is a remote, otherwise the shell. `--env alone` builds a standalone page; `--env site`
 * takes precedence and serves a running site. `--env quick` builds for `npm start` instead of for releases.
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
        clean: isDevServer ? false : { keep: /^draw[\\/]/ },
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
                    !isDevServer,
                  ),
            ]),
        ...(isShell || isAlone
          ? []
          : [new PagesPlugin({ paths: readJson(path.join(folder, "remote.json")).routes.map((route) => route.path) })]),
        new ShimPlugin(REPLACEMENTS),
        ...(isProduction && !isAlone && config.budget
          ? [new BudgetPlugin({ part, budget: config.budget, isQuick })]
          : []),
        ...(isShell
          ? [new NamedChunksPlugin(["dashboard-frame", "identity"]), new ShellJsonPlugin(offeredVersions())]
          : []),
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
        // Keeps the last successful build in the page if this one has errors.
        ...(isDevServer && !isAlone && { emitOnErrors: false }),
        // An additional request costs more than loading a few icons twice. Counts sources with comments, not minified.
        splitChunks: { minSize: 34_000 },
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
