import type { z } from "zod";

/**
 * The structure that an answer must have for a page to read it, as JSON. A word is the `typeof` of a value, or
 * `date` for text that is one. An enum is a string: a server that is newer than the page may know more values.
 */
export type AnswerShape =
  | "string"
  | "number"
  | "boolean"
  | "date"
  /** A list of these. `instead` takes the place of an element that does not fit, where places count; else it is left out. */
  | readonly [element: AnswerShape, instead?: string | null]
  | { readonly "~": AnswerShape }
  | { readonly "?": AnswerShape }
  | { readonly "*": AnswerShape }
  /** A union: the field that tells the kinds apart, then what is expected of each kind. Kinds that are not listed fit. */
  | { readonly "|": string; readonly of: Readonly<Record<string, AnswerShape>> }
  /** An object: what is expected of each field. Others may be there. Like kinds, fields of one shape stand together, with a space between. */
  | { readonly [names: string]: AnswerShape };

/** The event of the window by which telemetry hears of an answer that did not fit. */
export const UNREADABLE_ANSWER = "conquest-unreadable-answer";

type Anything = Record<string, unknown>;

/** Whether an answer has this shape. Elements of lists that have another are taken out of the answer; `leftOut` hears of each. */
export function fits(shape: AnswerShape, value: unknown, leftOut: () => void): boolean {
  if (shape === "date") return typeof value === "string" && !Number.isNaN(Date.parse(value));
  if (typeof shape === "string") return typeof value === shape;
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return false;
    const [element, ...instead] = shape as readonly [AnswerShape, (string | null)?];
    const kept = value.flatMap((one: unknown): unknown[] => {
      if (fits(element, one, leftOut)) return [one];
      leftOut();
      return instead;
    });
    value.splice(0, value.length, ...kept);
    return true;
  }
  const form = shape as Readonly<Record<string, AnswerShape>>;
  if (form["~"]) return value === null || fits(form["~"], value, leftOut);
  if (form["?"]) return value === undefined || fits(form["?"], value, leftOut);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  if (form["*"]) return Object.values(value).every((one) => fits(form["*"]!, one, leftOut));
  if (form["|"]) {
    const kind = (value as Anything)[form["|"] as string];
    const [, known] = Object.entries(form["of"]!).find(([kinds]) => kinds.split(" ").includes(kind as string)) ?? [];
    return typeof kind === "string" && (!known || fits(known as AnswerShape, value, leftOut));
  }
  return Object.entries(form).every(([names, field]) => names.split(" ").every((name) => fits(field, (value as Anything)[name], leftOut)));
}

const WORDS: Readonly<Record<string, AnswerShape>> = { string: "string", enum: "string", number: "number", int: "number", boolean: "boolean" };
const DATES: readonly unknown[] = ["datetime", "date"];

interface Definition {
  type: string;
  format?: string;
  element: z.ZodType;
  innerType: z.ZodType;
  valueType: z.ZodType;
  out: z.ZodType;
  in: z.ZodType;
  values: readonly unknown[];
  entries?: Readonly<Record<string, string>>;
  shape: Readonly<Record<string, z.ZodType>>;
  options: readonly z.ZodType[];
  discriminator?: string;
}
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

/** The shape of what a schema describes. Throws for a kind of schema that no answer has had yet. */
export function shapeOf(schema: z.ZodType): AnswerShape {
  const definition = definitionOf(schema);
  const { type, format } = definition;
  if (type === "string" && DATES.includes(format)) return "date";
  if (WORDS[type]) return WORDS[type];
  switch (type) {
    case "literal":
      return typeof definition.values[0] as AnswerShape;
    case "array":
      return listOf(definition.element);
    case "nullable":
      return { "~": shapeOf(definition.innerType) };
    case "optional":
    case "default":
      return { "?": shapeOf(definition.innerType) };
    case "record":
      return { "*": shapeOf(definition.valueType) };
    case "pipe":
      return shapeOf(definitionOf(definition.out).type === "transform" ? definition.in : definition.out);
    case "object":
      return objectOf(definition.shape);
    case "union":
      if (definition.discriminator) return unionOf(definition.discriminator, definition.options);
  }
  throw new Error(`An answer cannot be checked for a schema of the type “${type}”.`);
}

/** Texts that people wrote, and values that may be null, are found by their place: an element that does not fit leaves an empty one. */
function listOf(element: z.ZodType): AnswerShape {
  const { type } = definitionOf(element);
  if (type === "nullable") return [shapeOf(element), null];
  return type === "string" ? [shapeOf(element), ""] : [shapeOf(element)];
}

const objectOf = (fields: Definition["shape"]) => grouped(Object.entries(fields).map(([name, field]) => [name, shapeOf(field)]));

/** A contest has twenty fields that say whether something is allowed: their shape is written once. */
function grouped(shapes: readonly (readonly [name: string, shape: AnswerShape])[]): Readonly<Record<string, AnswerShape>> {
  const groups = new Map<string, { names: string[]; shape: AnswerShape }>();
  for (const [name, shape] of shapes) {
    const key = JSON.stringify(shape);
    const group = groups.get(key) ?? { names: [], shape };
    group.names.push(name);
    groups.set(key, group);
  }
  return Object.fromEntries([...groups.values()].map(({ names, shape }) => [names.join(" "), shape]));
}

function unionOf(discriminator: string, options: readonly z.ZodType[]): AnswerShape {
  const kinds = options.map((option) => {
    const { [discriminator]: kind, ...others } = definitionOf(option).shape;
    const { entries, values } = definitionOf(kind!);
    return [(entries ? Object.values(entries) : values).join(" "), objectOf(others)] as const;
  });
  return { "|": discriminator, of: grouped(kinds) };
}
