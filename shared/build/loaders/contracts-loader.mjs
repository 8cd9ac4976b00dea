import path from "node:path";

/**
 * Keeps the validator out of page bundles: endpoints become plain data in separate modules (`?only=`), constants
 * become values, the rest is re-exported. Contracts still import each other's original file.
 */
export default function contractsLoader() {
  return undefined;
}

export function pitch() {
  const callback = this.async();
  const own = `./${path.basename(this.resourcePath)}`;
  const [, only] = /^\?only=(\w+)$/.exec(this.resourceQuery) ?? [];
  Promise.all([importOnce(this, this.resourcePath), importOnce(this, SHAPES)])
    .then(([contract, { shapeOf }]) => {
      if (only) return `export const ${only} = ${JSON.stringify(plainEndpoint(only, contract[only], shapeOf))};`;
      const lines = Object.entries(contract).map(([name, value]) => {
        if (isEndpoint(value)) return `export { ${name} } from "${own}?only=${name}";`;
        return isPlain(value)
          ? `export const ${name} = ${JSON.stringify(value)};`
          : `export { ${name} } from "${own}";`;
      });
      return lines.join("\n");
    })
    .then((code) => callback(null, code), callback);
}

/** Cached per compilation, since each endpoint's module loads the whole contract. */
const moduleCache = new WeakMap();

function importOnce(loader, file) {
  const known = moduleCache.get(loader._compilation) ?? new Map();
  moduleCache.set(loader._compilation, known);
  if (!known.has(file))
    known.set(
      file,
      new Promise((resolve, reject) =>
        loader.importModule(file, {}, (error, module) => (error ? reject(error) : resolve(module))),
      ),
    );
  return known.get(file);
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
