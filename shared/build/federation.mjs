import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ModuleFederationPlugin } from "@module-federation/enhanced/webpack";

const require = createRequire(import.meta.url);
const readJson = (file) => JSON.parse(fs.readFileSync(file, "utf8"));
const sharedPackage = readJson(path.resolve(import.meta.dirname, "../package.json"));

const singletonFiles = fs
  .readdirSync(path.resolve(import.meta.dirname, "../singletons"))
  .filter((file) => /^[\w-]+\.ts$/.test(file));

/** The subsets of libraries that the site uses. */
export const SUBSETS = {
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

const versionOf = (name) =>
  name === sharedPackage.name ? sharedPackage.version : readJson(require.resolve(`${name}/package.json`)).version;

const sharedModules = (policy) =>
  Object.fromEntries(
    Object.entries(SINGLETONS).map(([key, name]) => [
      key,
      { singleton: true, requiredVersion: `^${versionOf(name)}`, ...policy },
    ]),
  );

export const isShared = (request) =>
  Object.keys(SINGLETONS).some((key) => request === key || (key.endsWith("/") && request.startsWith(key)));

/** A remote contains no shared modules: without the shell's it fails instead of running a second copy. */
export const remoteFederation = (container, exposes, manifest) =>
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

export const offeredVersions = () => ({
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

/** The shell's shared modules are eager, so they exist before a remote needs them. */
export const shellFederation = () =>
  new ModuleFederationPlugin({
    name: "shell",
    manifest: false,
    shareStrategy: "loaded-first",
    shared: { ...sharedModules({ eager: true }), ...sharedSubsets() },
    dts: false,
    dev: false,
    experiments: { optimization: { target: "web", disableSnapshot: true, disableRemote: true } },
  });
