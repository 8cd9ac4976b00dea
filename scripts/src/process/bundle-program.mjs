import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

const root = path.resolve(import.meta.dirname, "../../..");
const folder = path.join(root, ".conquest/programs");
const MAX_AGE_MS = 24 * 60 * 60 * 1_000;

/**
 * Bundles a program with its modules, because importing hundreds of TypeScript files is slow. Bundles again only after
 * a change. Returns the URL to import.
 *
 * @param {string} program an absolute path
 * @returns {Promise<string>}
 */
export async function bundleProgram(program) {
  const record = path.join(folder, `${path.basename(program, ".ts")}.json`);
  const known = await readRecord(record);
  if (known && (await isCurrent(known))) return pathToFileURL(path.join(folder, known.output)).href;
  // Loaded late: the bundle of the last start does not need it.
  const { build } = await import("esbuild");
  const { metafile } = await build({
    entryPoints: [program],
    absWorkingDir: root,
    outdir: folder,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: `node${process.versions.node}`,
    conditions: [],
    sourcemap: "linked",
    sourcesContent: false,
    metafile: true,
    logLevel: "error",
    plugins: [sourceAddresses, externalPackages],
  });
  const [output] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint) ?? [];
  if (!output) throw new Error(`No bundle of ${program}.`);
  const inputs = await Promise.all(Object.keys(metafile.inputs).map(async (input) => [input, await versionOf(input)]));
  const made = { output: path.basename(output), inputs: Object.fromEntries(inputs) };
  await mkdir(folder, { recursive: true });
  await writeFile(`${record}.${process.pid}`, JSON.stringify(made));
  await rename(`${record}.${process.pid}`, record);
  await removeOldFiles();
  return pathToFileURL(path.join(folder, made.output)).href;
}

/** @type {import("esbuild").Plugin} */
const sourceAddresses = {
  name: "source-addresses",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const source = await readFile(file, "utf8");
      if (!source.includes("import.meta")) return undefined;
      const contents = source
        .replaceAll("import.meta.dirname", JSON.stringify(path.dirname(file)))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href));
      return { contents, loader: "ts" };
    });
  },
};

/** @type {import("esbuild").Plugin} */
const externalPackages = {
  name: "external-packages",
  setup(build) {
    /** @type {Map<string, Promise<import("esbuild").OnResolveResult>>} */
    const resolved = new Map();
    /** @type {(args: import("esbuild").OnResolveArgs) => Promise<import("esbuild").OnResolveResult>} */
    const resolve = async ({ path: name, importer, resolveDir, kind }) => {
      const { path: file, errors } = await build.resolve(name, {
        importer,
        resolveDir,
        kind,
        pluginData: externalPackages,
      });
      return errors.length > 0 ? { errors } : { path: file, external: true };
    };
    build.onResolve({ filter: /^[^./]/ }, (args) => {
      const isPackage = args.kind !== "entry-point" && !/^(?:node:|@conquest\/)/.test(args.path);
      if (!isPackage || args.pluginData === externalPackages) return undefined;
      const key = `${args.kind} ${args.path} ${args.resolveDir}`;
      const known = resolved.get(key) ?? resolve(args);
      resolved.set(key, known);
      return known;
    });
  },
};

/** Other starts may still import recent ones. */
async function removeOldFiles() {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (Date.now() - (await stat(file)).mtimeMs > MAX_AGE_MS) await rm(file, { force: true });
  }
}

/** @param {string} input */
async function versionOf(input) {
  const { mtimeMs, size } = await stat(path.join(root, input));
  return `${mtimeMs} ${size}`;
}

/** @param {string} record */
async function readRecord(record) {
  try {
    return JSON.parse(await readFile(record, "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {{ output: string, inputs: Record<string, string> }} record */
async function isCurrent({ output, inputs }) {
  try {
    const versions = await Promise.all([stat(path.join(folder, output)), ...Object.keys(inputs).map(versionOf)]);
    return Object.values(inputs).every((version, index) => version === versions[index + 1]);
  } catch {
    return false;
  }
}
