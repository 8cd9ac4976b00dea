import path from "node:path";

/**
 * What a page needs of a contract is its address and who answers how; the schemas beside it bring the whole validator.
 * For files of shared/contracts that a page imports: each endpoint becomes plain data in a separate module (`?only=`), so that a
 * chunk contains only those it calls. Constants become their values; everything else is imported from the file itself.
 * The file itself is what another contract imports, and what this loader runs to read the values.
 */
export default function contractsLoader() {
  return undefined;
}

export function pitch() {
  const callback = this.async();
  const own = `./${path.basename(this.resourcePath)}`;
  const [, only] = /^\?only=(\w+)$/.exec(this.resourceQuery) ?? [];
  Promise.all([imported(this, this.resourcePath), imported(this, SHAPES)])
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
const ran = new WeakMap();

function imported(loader, file) {
  const known = ran.get(loader._compilation) ?? new Map();
  ran.set(loader._compilation, known);
  if (!known.has(file))
    known.set(
      file,
      new Promise((resolve, reject) =>
        loader.importModule(file, {}, (error, module) => (error ? reject(error) : resolve(module))),
      ),
    );
  return known.get(file);
}

/** The module that derives an answer's shape from its schema. */
const SHAPES = path.resolve(import.meta.dirname, "../../contracts/http/response-shape.ts");

const isObject = (value) => typeof value === "object" && value !== null;
const isEndpoint = (value) => isObject(value) && "method" in value && "path" in value && "response" in value;

/** Fields that a page does not read: what is checked by the server, which also counts the calls. */
const plainEndpoint = (name, { method, path: address, access, key, response, sends }, shapeOf) => ({
  method,
  path: address,
  access,
  ...(key && { key }),
  ...(sends ? { sends } : { answers: kindOf(name, response), shape: shapeOf(response) }),
});

/** What an answer is from the outside, see `answers` of Endpoint. */
function kindOf(name, schema) {
  const { type } = schema._zod.def;
  if (type === "array") return "list";
  if (type === "object") return "object";
  throw new Error(`The answer of ${name} is neither a list nor an object.`);
}

/** True for what JSON can hold. */
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
