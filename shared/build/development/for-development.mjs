import fs from "node:fs";
import path from "node:path";
import ReactRefreshPlugin from "@pmmmwh/react-refresh-webpack-plugin";
import { default as refreshTypeScript } from "react-refresh-typescript";
import webpack from "webpack";
import { ManifestPlugin } from "@conquest/shared/build/development/manifest-plugin.mjs";
import { ReportPlugin } from "@conquest/shared/build/development/report-plugin.mjs";

const root = path.resolve(import.meta.dirname, "../../..");
const build = path.resolve(import.meta.dirname, "..");
const ownFile = (name) => path.join(import.meta.dirname, name);

const filesIn = (folder) =>
  fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => path.join(folder, name));

/**
 * What a part's configuration has only while its dev server runs: components that are exchanged with their state kept, a client
 * that takes up changes, and a cache on the disk, so that the second start does not compile anew what the first one did.
 */
export function forDevelopment({ folder, part, isAlone }) {
  return {
    config: {
      cache: {
        type: "filesystem",
        name: isAlone ? `${part}-alone` : part,
        cacheDirectory: path.join(root, ".conquest/webpack"),
        // Whoever stops soon after the start has it written nevertheless.
        idleTimeoutForInitialStore: 1_000,
        memoryCacheUnaffected: true,
        buildDependencies: {
          config: [
            ...filesIn(build),
            ...filesIn(import.meta.dirname),
            path.join(folder, "package.json"),
            path.join(folder, "webpack.config.mjs"),
            path.join(root, "package-lock.json"),
          ],
        },
      },
      experiments: { cacheUnaffected: true },
      // All parts of a page exchange their components by one runtime, which the gateway's first script brings: each would know only
      // its own otherwise, and React asks only the last one.
      externals: isAlone ? [] : [refreshOfThePage(part)],
    },
    plugins: [
      new ReactRefreshPlugin({ overlay: false, include: /\.tsx$/, exclude: /node_modules/ }),
      ...(isAlone
        ? []
        : [
            new webpack.HotModuleReplacementPlugin(),
            new ClientPlugin(part),
            new ManifestPlugin({ container: part.replaceAll("-", "_") }),
            new ReportPlugin({ root }),
          ]),
    ],
    /** For ts-loader. */
    transformers: () => ({ before: [refreshTypeScript()] }),
  };
}

const refreshOfThePage =
  (part) =>
  ({ request }, callback) =>
    /^react-refresh(?:\/runtime)?$|[\\/]react-refresh[\\/]runtime(?:\.js)?$/.test(request)
      ? callback(null, `globalThis.conquestDev.refresh(${JSON.stringify(part)})`, "var")
      : callback();

/** Brings the part's half of the client into each of its entries, a remote's container too. */
class ClientPlugin {
  constructor(part) {
    this.part = part;
  }

  apply(compiler) {
    new compiler.webpack.EntryPlugin(compiler.context, `${ownFile("hot-part.mjs")}?${this.part}`, {
      name: undefined,
    }).apply(compiler);
  }
}
