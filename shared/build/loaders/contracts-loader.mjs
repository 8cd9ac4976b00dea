/**
 * What a page needs of a contract is its address and who answers how; the schemas beside it bring the whole validator.
 * For files of shared/contracts that a page imports: each endpoint becomes plain data, each constant its value, and
 * everything else (schemas, functions) is taken from the file itself, by the chunks that use it.
 * The file itself is what another contract imports, and what this loader runs to read the values.
 */
export default function contractsLoader() {
  return undefined;
}

export function pitch() {
  const callback = this.async();
  const own = JSON.stringify(`./${this.resourcePath.split(/[\\/]/).pop()}`);
  this.importModule(this.resourcePath, {}, (error, contract) => {
    if (error) return callback(error);
    try {
      const lines = Object.entries(contract).map(([name, value]) => {
        const plain = isEndpoint(value) ? plainEndpoint(name, value) : value;
        return isPlain(plain) ? `export const ${name} = ${JSON.stringify(plain)};` : `export { ${name} } from ${own};`;
      });
      callback(null, lines.join("\n"));
    } catch (cause) {
      callback(cause);
    }
  });
}

const isObject = (value) => typeof value === "object" && value !== null;
const isEndpoint = (value) => isObject(value) && "method" in value && "path" in value && "response" in value;

/** Fields that a page does not read: what is checked by the server, which also counts the calls. */
const plainEndpoint = (name, { method, path, access, key, response, sends }) => ({ method, path, access, ...(key && { key }), ...(sends ? { sends } : { answers: kindOf(name, response) }) });

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
  if (isObject(value)) return Object.getPrototypeOf(Object.getPrototypeOf(value)) === null && !("_zod" in value) && Object.values(value).every(isPlain);
  return ["string", "number", "boolean"].includes(typeof value) || value === null;
}
