import fs from "node:fs";
import path from "node:path";
import webpack from "webpack";
import { webpackConfig } from "@conquest/shared/build/webpack.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const own = path.join(root, ".conquest/bench");
const remotes = fs
  .readdirSync(root)
  .filter((name) => name.startsWith("mf-") && fs.existsSync(path.join(root, name, "remote.json")));

/** Stands in for the shell's loading of releases: every part is there already. */
function writeLoading() {
  const file = path.join(own, "bundled-parts.mjs");
  const lines = [
    ...remotes.map(
      (part, index) => `import * as part${index} from ${JSON.stringify(path.join(root, part, "src/routes.tsx"))};`,
    ),
    `const parts = { ${remotes.map((part, index) => `${JSON.stringify(part)}: part${index}`).join(", ")} };`,
    "export const loadRelease = async (part) => ({ Routes: parts[part].default, loadPage: parts[part].load });",
  ];
  fs.mkdirSync(own, { recursive: true });
  fs.writeFileSync(file, lines.join("\n"));
  return file;
}

/** An ordinary bundle knows all its routes: they stand in its page, and nothing more is asked for. */
function writeRegistry() {
  const file = path.join(own, "bundled-registry.mjs");
  const lines = [
    'export const inlinedRegistry = () => ({ unreadable: [], ...JSON.parse(document.getElementById("conquest-registry").textContent) });',
    "export const fetchedRegistry = async () => inlinedRegistry();",
    "export const newestRegistry = fetchedRegistry;",
  ];
  fs.writeFileSync(file, lines.join("\n"));
  return file;
}

/** Each remote's own copy of the utilities, told by who asks for the sheet: in its own build there is only one who could. */
const remoteStyles = (rule) =>
  remotes.map((part) => {
    const folder = path.join(root, part);
    const { config } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    return {
      ...rule,
      issuer: folder,
      options: { ...rule.options, prefix: config.prefix, source: path.join(folder, "src") },
    };
  });

/** The same sources as one ordinary bundle: the shell with every remote imported, no federation, nothing split by route. */
export default (env, argv) => {
  // Beside the one for browsers there may be others, of the server.
  const [shell] = [webpackConfig(path.join(root, "shell"))(env, argv)].flat();
  return {
    ...shell,
    name: "bundle",
    output: {
      ...shell.output,
      path: path.join(own, "bundle"),
      publicPath: "/bundle/",
      uniqueName: "bundle",
      clean: true,
    },
    devtool: false,
    cache: {
      type: "filesystem",
      cacheDirectory: path.join(own, "webpack"),
      buildDependencies: { config: [import.meta.filename], presets: [`${path.join(root, "shared/build")}/`] },
    },
    module: {
      ...shell.module,
      rules: [
        ...shell.module.rules.flatMap((rule) => (/part-css-loader/.test(rule.loader) ? remoteStyles(rule) : [rule])),
        // What a stand-in lacks would be found in the measuring.
        { test: /\.tsx?$/, parser: { exportsPresence: "error" } },
        // One bundle: no page is a chunk of its own.
        { test: /mf-[\w-]+[\\/]src[\\/]routes\.tsx$/, parser: { dynamicImportMode: "eager" } },
      ],
    },
    plugins: [
      // The shell's byte budget is the shell's: here is everything else too.
      ...shell.plugins.filter(
        ({ constructor }) => !["ModuleFederationPlugin", "BudgetPlugin"].includes(constructor.name),
      ),
      new webpack.NormalModuleReplacementPlugin(/\/load-release$/, writeLoading()),
      new webpack.NormalModuleReplacementPlugin(/\/load-registry$/, writeRegistry()),
    ],
    optimization: { ...shell.optimization, moduleIds: "deterministic", chunkIds: "deterministic" },
  };
};
