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

/** Adds React Refresh, hot updates, and a disk cache that saves recompiling on restart. */
export function forDevelopment({ folder, part, isAlone }) {
  return {
    config: {
      cache: {
        type: "filesystem",
        name: isAlone ? `${part}-alone` : part,
        cacheDirectory: path.join(root, ".conquest/webpack"),
        // Writes the cache early, in case the dev server is stopped soon.
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
      // All parts of a page share the refresh runtime of the gateway's first script. With several, React would notify
      // only the last one.
      externals: isAlone ? [] : [sharedRefreshRuntime(part)],
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
    transformers: () => ({ before: [refreshTypeScript()] }),
  };
}

const sharedRefreshRuntime =
  (part) =>
  ({ request }, callback) =>
    /^react-refresh(?:\/runtime)?$|[\\/]react-refresh[\\/]runtime(?:\.js)?$/.test(request)
      ? callback(null, `globalThis.conquestDev.refresh(${JSON.stringify(part)})`, "var")
      : callback();

/** Adds the part's hot-update client to each of its entries, including a remote's container. */
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
