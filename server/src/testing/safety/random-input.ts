import fc, { type Arbitrary } from "fast-check";
import { z } from "zod";
import type { Endpoint } from "@conquest/shared/contracts/http/endpoint";

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  maxLength?: number;
}

export interface RandomInput {
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  body: string;
}

/** Values known to break databases, JSON parsers, numbers, dates and encodings. */
const NASTY_TEXTS = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\uffff",
  "\u202e",
  "%",
  "_",
  "%_%",
  "\\",
  "'",
  '"',
  "`",
  "';--",
  "' or 1=1 --",
  "$1",
  "${7*7}",
  "{{7*7}}",
  "../../etc/passwd",
  "%00",
  "%2e%2e%2f",
  "null",
  "undefined",
  "true",
  "[]",
  "{}",
  "[object Object]",
  "__proto__",
  "constructor",
  "toString",
  "NaN",
  "Infinity",
  "-0",
  "-1",
  "0",
  "1e999",
  "9007199254740993",
  "2147483648",
  "1.5",
  "0x10",
  "2026-02-30",
  "2026-02-31T25:61:61Z",
  "+275760-09-13T00:00:00.000Z",
  "-271821-04-20",
  "0000-00-00",
  "infinity",
  "now()",
  "epoch",
  "<script>alert(1)</script>",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://",
  "https://a@b",
  "http://[::1]",
  "//x.example",
  "(a+)+$",
  "🏆".repeat(40),
  "ß".repeat(60),
  "a".repeat(6000),
  "İ",
  "ﬁ",
  "a@b",
  "a@b.c",
  '"a b"@example.com',
  "a@example.com\nBcc: b@example.com",
  "00000000-0000-0000-0000-000000000000",
];
const NASTY_VALUES: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  { $ne: null },
  { length: 1e9 },
  { toString: 1 },
  { __proto__: { role: "admin" } },
  { then: 1 },
];

const text = fc.oneof(
  { arbitrary: fc.constantFrom(...NASTY_TEXTS), weight: 3 },
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.emailAddress(),
  fc.webUrl(),
  fc.uuid(),
  fc.date({ noInvalidDate: true }).map(String),
  fc.integer().map(String),
);
const nasty: Arbitrary<unknown> = fc.oneof(
  { arbitrary: text, weight: 2 },
  fc.constantFrom(...NASTY_VALUES),
  fc.jsonValue({ maxDepth: 3 }),
);

function valuesOf(schema: Schema, hints: Arbitrary<string>): Arbitrary<unknown> {
  const good = goodOf(schema, hints);
  return fc.oneof({ arbitrary: good, weight: 12 }, { arbitrary: nasty, weight: 1 });
}

function goodOf(schema: Schema, hints: Arbitrary<string>): Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((each) => valuesOf(each, hints)));
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((each) => goodOf(each, hints)))
      .map((parts) => Object.assign({}, ...parts) as unknown);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "object":
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, each]) => [name, valuesOf(each, hints)]),
        ),
        { requiredKeys: [] },
      );
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, hints), { maxLength: 6 });
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return fc.oneof(fc.nat(1000), fc.integer(), fc.double());
    case "string":
      return fc.oneof(
        { arbitrary: hints, weight: 2 },
        text,
        fc.string({ maxLength: Math.min(schema.maxLength ?? 50, 300) }),
      );
    default:
      return nasty;
  }
}

const cursor = fc
  .tuple(
    fc.oneof(fc.integer(), fc.constantFrom(9e15, 8.64e15, 3e14, -1)),
    fc.array(fc.oneof(text, fc.integer(), fc.constant(null)), { maxLength: 4 }),
  )
  .map((place) => Buffer.from(JSON.stringify(place)).toString("base64url"));

const schemaOf = (type: z.ZodType) => z.toJSONSchema(type, { io: "input", unrepresentable: "any" }) as Schema;

export function randomInput(endpoint: Endpoint, known: readonly string[]): Arbitrary<RandomInput> {
  const hints = fc.constantFrom(...known);
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const param = fc.oneof(
    { arbitrary: hints, weight: 4 },
    text.filter((value) => value !== ""),
  );
  const queryNames = Object.keys(schemaOf(endpoint.query).properties ?? {});
  const body = fc.oneof(
    { arbitrary: goodOf(schemaOf(endpoint.body), hints).map((value) => JSON.stringify(value) ?? "{}"), weight: 16 },
    nasty.map((value) => JSON.stringify(value) ?? "null"),
    fc.string({ maxLength: 60 }),
    fc.constantFrom("", "{", "[", '"', '{"a":1,"a":2}', `{"__proto__":{"role":"admin"}}`, "[".repeat(5000)),
  );
  return fc.record({
    params: fc.record(Object.fromEntries(names.map((name) => [name, param]))),
    query: fc.record(
      Object.fromEntries(
        [...queryNames, "limit", "cursor", "q", "unknown"].map((name) => [
          name,
          name === "cursor" ? fc.oneof(hints, text, cursor) : fc.oneof(hints, text),
        ]),
      ),
      { requiredKeys: [] },
    ),
    body,
  });
}
