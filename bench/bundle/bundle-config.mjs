import fs from "node:fs";
import path from "node:path";
import webpack from "webpack";
import { webpackConfig } from "@conquest/shared/build/webpack.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const outputFolder = path.join(root, ".conquest/bench");
const remotes = fs
  .readdirSync(root)
  .filter((name) => name.startsWith("mf-") && fs.existsSync(path.join(root, name, "remote.json")));

function writeReleaseLoader() {
  const file = path.join(outputFolder, "bundled-parts.mjs");
  const lines = [
    ...remotes.map(
      (part, index) => `import * as part${index} from ${JSON.stringify(path.join(root, part, "src/routes.tsx"))};`,
    ),
    `const parts = { ${remotes.map((part, index) => `${JSON.stringify(part)}: part${index}`).join(", ")} };`,
    "export const loadRelease = async (part) => ({ Routes: parts[part].default, loadPage: parts[part].load });",
  ];
  fs.mkdirSync(outputFolder, { recursive: true });
  fs.writeFileSync(file, lines.join("\n"));
  return file;
}

/** Writes a replacement for the shell's registry loader that reads all routes from the page instead of fetching them. */
function writeRegistryLoader() {
  const file = path.join(outputFolder, "bundled-registry.mjs");
  const lines = [
    'export const readInlinedRegistry = () => ({ unreadable: [], ...JSON.parse(document.getElementById("conquest-registry").textContent) });',
    "export const fetchRegistryWithFallback = async () => readInlinedRegistry();",
    "export const fetchRegistry = fetchRegistryWithFallback;",
  ];
  fs.writeFileSync(file, lines.join("\n"));
  return file;
}

/** Gives each remote its own utility classes, selected by the importing folder; a normal build contains only one part. */
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

/** Bundles the shell and every remote as one application, without federation or route splitting. */
export default (env, argv) => {
  // The first configuration is for browsers; others may follow for the server.
  const [shell] = [webpackConfig(path.join(root, "shell"))(env, argv)].flat();
  return {
    ...shell,
    name: "bundle",
    output: {
      ...shell.output,
      path: path.join(outputFolder, "bundle"),
      publicPath: "/bundle/",
      uniqueName: "bundle",
      clean: true,
    },
    devtool: false,
    cache: {
      type: "filesystem",
      cacheDirectory: path.join(outputFolder, "webpack"),
      buildDependencies: { config: [import.meta.filename], presets: [`${path.join(root, "shared/build")}/`] },
    },
    module: {
      ...shell.module,
      rules: [
        ...shell.module.rules.flatMap((rule) => (/part-css-loader/.test(rule.loader) ? remoteStyles(rule) : [rule])),
        // Reports exports missing from the replacement modules at build time.
        { test: /\.tsx?$/, parser: { exportsPresence: "error" } },
        // Bundles dynamic imports of pages instead of splitting them into chunks.
        { test: /mf-[\w-]+[\\/]src[\\/]routes\.tsx$/, parser: { dynamicImportMode: "eager" } },
      ],
    },
    plugins: [
      // The shell's size budget does not apply to a bundle of all parts.
      ...shell.plugins.filter(
        ({ constructor }) => !["ModuleFederationPlugin", "BudgetPlugin"].includes(constructor.name),
      ),
      new webpack.NormalModuleReplacementPlugin(/\/load-release$/, writeReleaseLoader()),
      new webpack.NormalModuleReplacementPlugin(/\/load-registry$/, writeRegistryLoader()),
    ],
    optimization: { ...shell.optimization, moduleIds: "deterministic", chunkIds: "deterministic" },
  };
};
