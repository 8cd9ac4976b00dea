/**
 * In place of zod's own writing of JSON Schema, a sixth of it: pages check values. All schemas name these, and call them when
 * somebody asks for their JSON Schema, or for what was checked last of its lengths and limits.
 */
const none = () => {
  throw new Error("A page has no JSON Schema.");
};

export const createStandardJSONSchemaMethod = () => none;
export const createToJSONSchemaMethod = () => none;
export const JSONSchemaGenerator = none;
export const toJSONSchema = none;

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
