import type { z } from "zod";

/** A response's structure. A string is a `typeof` or `date`; enums are strings: newer servers may send more values. */
export type ResponseShape =
  | "string"
  | "number"
  | "boolean"
  | "date"
  /** A list. `instead` replaces an element that does not fit, if indexes matter; otherwise the element is removed. */
  | readonly [element: ResponseShape, instead?: string | null]
  | { readonly "~": ResponseShape }
  | { readonly "?": ResponseShape }
  | { readonly "*": ResponseShape }
  /** A union: its discriminator, then the shape of each kind. Unlisted kinds fit. */
  | { readonly "|": string; readonly of: Readonly<Record<string, ResponseShape>> }
  /** An object: each field's shape. Other fields are ignored. Names of equal shape share a key, separated by spaces. */
  | { readonly [names: string]: ResponseShape };

/** Window event that reports an unreadable response to telemetry. */
export const UNREADABLE_RESPONSE_EVENT = "conquest-unreadable-answer";

type UnknownRecord = Record<string, unknown>;

/** Returns whether a response has this shape. Removes list elements that do not fit, and calls `leftOut` for each. */
export function matchesShape(shape: ResponseShape, value: unknown, leftOut: () => void): boolean {
  if (shape === "date") return typeof value === "string" && !Number.isNaN(Date.parse(value));
  if (typeof shape === "string") return typeof value === shape;
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return false;
    const [element, ...instead] = shape as readonly [ResponseShape, (string | null)?];
    const elements = value.flatMap((one: unknown): unknown[] => {
      if (matchesShape(element, one, leftOut)) return [one];
      leftOut();
      return instead;
    });
    value.splice(0, value.length, ...elements);
    return true;
  }
  const form = shape as Readonly<Record<string, ResponseShape>>;
  if (form["~"]) return value === null || matchesShape(form["~"], value, leftOut);
  if (form["?"]) return value === undefined || matchesShape(form["?"], value, leftOut);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  if (form["*"]) return Object.values(value).every((one) => matchesShape(form["*"]!, one, leftOut));
  if (form["|"]) {
    const kind = (value as UnknownRecord)[form["|"] as string];
    const [, known] = Object.entries(form["of"]!).find(([kinds]) => kinds.split(" ").includes(kind as string)) ?? [];
    return typeof kind === "string" && (!known || matchesShape(known as ResponseShape, value, leftOut));
  }
  return Object.entries(form).every(([names, field]) =>
    names.split(" ").every((name) => matchesShape(field, (value as UnknownRecord)[name], leftOut)),
  );
}

const PRIMITIVE_SHAPES: Readonly<Record<string, ResponseShape>> = {
  string: "string",
  enum: "string",
  number: "number",
  int: "number",
  boolean: "boolean",
};
const DATE_FORMATS: readonly unknown[] = ["datetime", "date"];

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

export function shapeOf(schema: z.ZodType): ResponseShape {
  const definition = definitionOf(schema);
  const { type, format } = definition;
  if (type === "string" && DATE_FORMATS.includes(format)) return "date";
  if (PRIMITIVE_SHAPES[type]) return PRIMITIVE_SHAPES[type];
  switch (type) {
    case "literal":
      return typeof definition.values[0] as ResponseShape;
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
  throw new Error(`Responses with a schema of the type “${type}” can't be checked.`);
}

/** Lists of strings and of nullable values are read by index, so an element that does not fit is replaced. */
function listOf(element: z.ZodType): ResponseShape {
  const { type } = definitionOf(element);
  if (type === "nullable") return [shapeOf(element), null];
  return type === "string" ? [shapeOf(element), ""] : [shapeOf(element)];
}

const objectOf = (fields: Definition["shape"]) =>
  grouped(Object.entries(fields).map(([name, field]) => [name, shapeOf(field)]));

/** Saves bytes: a contest has twenty boolean fields of equal shape. */
function grouped(
  shapes: readonly (readonly [name: string, shape: ResponseShape])[],
): Readonly<Record<string, ResponseShape>> {
  const groups = new Map<string, { names: string[]; shape: ResponseShape }>();
  for (const [name, shape] of shapes) {
    const key = JSON.stringify(shape);
    const group = groups.get(key) ?? { names: [], shape };
    group.names.push(name);
    groups.set(key, group);
  }
  return Object.fromEntries([...groups.values()].map(({ names, shape }) => [names.join(" "), shape]));
}

function unionOf(discriminator: string, options: readonly z.ZodType[]): ResponseShape {
  const kinds = options.map((option) => {
    const { [discriminator]: kind, ...others } = definitionOf(option).shape;
    const { entries, values } = definitionOf(kind!);
    return [(entries ? Object.values(entries) : values).join(" "), objectOf(others)] as const;
  });
  return { "|": discriminator, of: grouped(kinds) };
}
