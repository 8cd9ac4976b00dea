import { createRequire } from "node:module";
import path from "node:path";
import { compileFunction } from "node:vm";
import { build } from "esbuild";

const require = createRequire(import.meta.url);

/**
 * Keeps the validator out of page bundles: endpoints become plain data in separate modules (`?only=`), constants
 * become values, the rest is re-exported. Contracts still import each other's original file.
 */
export default function contractsLoader() {
  return undefined;
}

export function pitch() {
  const callback = this.async();
  Promise.all([SHAPES, this.resourcePath].map((file) => evaluateOnce(this, file)))
    .then(([{ shapeOf }, contract]) => replacementOf(contract, { ...requestOf(this), shapeOf }))
    .then((code) => callback(null, code), callback);
}

const requestOf = ({ resourcePath, resourceQuery }) => ({
  file: `./${path.basename(resourcePath)}`,
  only: /^\?only=(\w+)$/.exec(resourceQuery)?.[1],
});

/** Returns the code that replaces a contract, or its endpoint `only`, in a page's bundle. */
export function replacementOf(contract, { file, only, shapeOf }) {
  if (only) return `export const ${only} = ${JSON.stringify(plainEndpoint(only, contract[only], shapeOf))};`;
  const lines = Object.entries(contract).map(([name, value]) => {
    if (isEndpoint(value)) return `export { ${name} } from "${file}?only=${name}";`;
    return isPlain(value) ? `export const ${name} = ${JSON.stringify(value)};` : `export { ${name} } from "${file}";`;
  });
  return lines.join("\n");
}

/** All compilations of a process evaluate a contract once, unless they watch it. */
const evaluated = new Map();
const evaluatedByCompilation = new WeakMap();

async function evaluateOnce(loader, file) {
  let cache = evaluated;
  if (loader._compiler.watchMode) {
    cache = evaluatedByCompilation.get(loader._compilation) ?? new Map();
    evaluatedByCompilation.set(loader._compilation, cache);
  }
  if (!cache.has(file)) cache.set(file, evaluate(file));
  const { exports, inputs } = await cache.get(file);
  inputs.forEach((input) => loader.addDependency(input));
  return exports;
}

/** Not by webpack's `importModule`, which may run a contract before its imports are built. */
async function evaluate(file) {
  const folder = path.dirname(file);
  const { outputFiles, metafile } = await build({
    entryPoints: [file],
    absWorkingDir: folder,
    bundle: true,
    write: false,
    metafile: true,
    format: "cjs",
    platform: "node",
    packages: "external",
    logLevel: "silent",
  });
  const module = { exports: {} };
  compileFunction(outputFiles[0].text, ["module", "exports", "require"])(module, module.exports, require);
  return { exports: module.exports, inputs: Object.keys(metafile.inputs).map((input) => path.resolve(folder, input)) };
}

const SHAPES = path.resolve(import.meta.dirname, "../../contracts/http/response-shape.ts");

const isObject = (value) => typeof value === "object" && value !== null;
const isEndpoint = (value) => isObject(value) && "method" in value && "path" in value && "response" in value;

/** Omits the fields that only the server uses. */
const plainEndpoint = (name, { method, path: address, access, key, response, sends }, shapeOf) => ({
  method,
  path: address,
  access,
  ...(key && { key }),
  ...(sends ? { sends } : { answers: kindOf(name, response), shape: shapeOf(response) }),
});

function kindOf(name, schema) {
  const { type } = schema._zod.def;
  if (type === "array") return "list";
  if (type === "object") return "object";
  throw new Error(`The answer of ${name} is neither a list nor an object.`);
}

function isPlain(value) {
  if (Array.isArray(value)) return value.every(isPlain);
  if (isObject(value))
    return (
      Object.getPrototypeOf(Object.getPrototypeOf(value)) === null &&
      !("_zod" in value) &&
      Object.values(value).every(isPlain)
    );
  return ["string", "number", "boolean"].includes(typeof value) || value === null;
}
