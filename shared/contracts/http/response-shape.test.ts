import { readdirSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { matchesShape, shapeOf, type ResponseShape } from "./response-shape";
import type { Endpoint } from "./endpoint";

const contracts = path.join(__dirname, "..");
const files = readdirSync(contracts, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
);
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "response" in value && "path" in value;

/** Every endpoint with a JSON response, by name. */
const ENDPOINTS = files
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- found by their folder
  .flatMap((file) => Object.entries(require(path.join(contracts, file)) as object))
  .filter((pair): pair is [string, Endpoint] => isEndpoint(pair[1]) && !pair[1].sends);

/** Returns a value of this shape: two elements in each list, all fields, the first kind of a union. */
function sampleOf(shape: ResponseShape): unknown {
  if (shape === "string") return "text";
  if (shape === "number") return 1;
  if (shape === "boolean") return true;
  if (shape === "date") return "2026-03-02T10:00:00.000Z";
  if (Array.isArray(shape)) return [sampleOf(shape[0] as ResponseShape), sampleOf(shape[0] as ResponseShape)];
  const form = shape as Record<string, ResponseShape>;
  if (form["~"] || form["?"]) return sampleOf((form["~"] ?? form["?"])!);
  if (form["*"]) return { any: sampleOf(form["*"]) };
  if (form["|"]) {
    const [kinds, of] = Object.entries(form["of"]!)[0]!;
    return { ...(sampleOf(of as ResponseShape) as object), [form["|"] as string]: kinds.split(" ")[0] };
  }
  return Object.fromEntries(
    Object.entries(form).flatMap(([names, field]) => names.split(" ").map((name) => [name, sampleOf(field)])),
  );
}

const copy = (value: unknown) => structuredClone(value) as never;
const noop = () => undefined;

describe.each(ENDPOINTS)("the response of %s", (_, { response }) => {
  const shape = JSON.parse(JSON.stringify(shapeOf(response))) as ResponseShape;
  const sample = sampleOf(shape);

  it("is accepted as in the contract, and with newer fields and values", () => {
    expect(matchesShape(shape, copy(sample), noop)).toBe(true);
    const newer = JSON.parse(JSON.stringify(sample), (_name, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value, newer: "text" } : value,
    ) as unknown;
    expect(matchesShape(shape, newer, noop)).toBe(true);
    expect(newer).toMatchObject(sample as object);
  });

  it("is rejected with another structure, or if it is empty", () => {
    const understood = [null, undefined, "", "<!doctype html>", 7, { unexpected: true }, [null]].filter((odd) => {
      let leftOut = 0;
      return matchesShape(shape, copy(odd), () => (leftOut += 1)) && leftOut === 0;
    });
    expect(understood).toEqual([]);
  });

  if (Array.isArray(sample)) {
    it("loses only its unreadable elements", () => {
      const answer = [null, copy(sample[0]), "text", {}, []] as unknown[];
      let leftOut = 0;
      expect(matchesShape(shape, answer, () => (leftOut += 1))).toBe(true);
      expect([answer.filter((one) => one !== ""), leftOut]).toEqual([[sample[0]], 4]);
    });
  }
});

const FORM = z.object({
  name: z.string(),
  state: z.enum(["open", "closed"]),
  at: z.iso.datetime(),
  day: z.iso.date().nullable(),
  count: z.number().int().optional(),
  owner: z.object({ name: z.string() }),
  lines: z.array(z.string()),
  ratings: z.array(z.number().nullable()),
  people: z.array(z.object({ name: z.string() })),
});
const form = {
  name: "A",
  state: "open",
  at: "2026-03-02T10:00:00Z",
  day: null,
  owner: { name: "B" },
  lines: ["x"],
  ratings: [1, null],
  people: [{ name: "C" }],
};

it.each([
  ["an unknown enum value", { state: "paused" }, true],
  ["a field that may be missing", { count: undefined }, true],
  ["a text that is no date", { at: "soon" }, false],
  ["a number in place of a date", { at: 1_772_445_600_000 }, false],
  ["a number as text", { count: "7" }, false],
  ["null in a field that isn't nullable", { owner: null }, false],
  ["an object without its field", { owner: {} }, false],
  ["a list in place of an object", { owner: [] }, false],
  ["an object in place of a list", { people: {} }, false],
])("accepts or rejects %s", (_, change, isUnderstood) => {
  expect(matchesShape(shapeOf(FORM), { ...form, ...change }, noop)).toBe(isUnderstood);
});

it("replaces unreadable elements of lists that are read by index", () => {
  const answer = { ...form, lines: [7, "x"], ratings: ["five", 4], people: [null, { name: "C" }] };
  expect(matchesShape(shapeOf(FORM), answer, noop)).toBe(true);
  expect(answer).toMatchObject({ lines: ["", "x"], ratings: [null, 4], people: [{ name: "C" }] });
});

it("accepts unknown kinds of a union, and checks known ones", () => {
  const union = shapeOf(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.enum(["a", "b"]), count: z.number() }),
      z.object({ kind: z.literal("c"), name: z.string() }),
    ]),
  );
  const check = (value: unknown) => matchesShape(union, value, noop);
  expect([
    check({ kind: "b", count: 1 }),
    check({ kind: "d" }),
    check({ kind: "b" }),
    check({ kind: "c", count: 1 }),
    check({}),
  ]).toEqual([true, true, false, false, false]);
});

it("throws for a kind of schema it can't describe", () => {
  expect(() => shapeOf(z.object({ either: z.union([z.string(), z.number()]) }))).toThrow(
    "with a schema of the type “union” can't be checked",
  );
});
