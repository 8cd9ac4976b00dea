/**
 * Replaces zod's JSON Schema generator, a sixth of zod: pages only validate. Schemas reference these exports, and call
 * them only to generate JSON Schema or to aggregate checks.
 */
const unsupported = () => {
  throw new Error("A page has no JSON Schema.");
};

export const createStandardJSONSchemaMethod = () => unsupported;
export const createToJSONSchemaMethod = () => unsupported;
export const JSONSchemaGenerator = unsupported;
export const toJSONSchema = unsupported;

export const aggregateChecks = undefined;
export const anyProcessor = undefined;
export const arrayProcessor = undefined;
export const bigintProcessor = undefined;
export const booleanProcessor = undefined;
export const catchProcessor = undefined;
export const customProcessor = undefined;
export const dateProcessor = undefined;
export const defaultProcessor = undefined;
export const enumProcessor = undefined;
export const fileProcessor = undefined;
export const functionProcessor = undefined;
export const intersectionProcessor = undefined;
export const js = undefined;
export const lazyProcessor = undefined;
export const literalProcessor = undefined;
export const mapProcessor = undefined;
export const nanProcessor = undefined;
export const neverProcessor = undefined;
export const nonoptionalProcessor = undefined;
export const nullProcessor = undefined;
export const nullableProcessor = undefined;
export const numberProcessor = undefined;
export const objectProcessor = undefined;
export const optionalProcessor = undefined;
export const pipeProcessor = undefined;
export const prefaultProcessor = undefined;
export const promiseProcessor = undefined;
export const readonlyProcessor = undefined;
export const recordProcessor = undefined;
export const setProcessor = undefined;
export const stringProcessor = undefined;
export const successProcessor = undefined;
export const symbolProcessor = undefined;
export const templateLiteralProcessor = undefined;
export const transformProcessor = undefined;
export const tupleProcessor = undefined;
export const undefinedProcessor = undefined;
export const unionProcessor = undefined;
export const unknownProcessor = undefined;
export const voidProcessor = undefined;
