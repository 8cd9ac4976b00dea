import { piecesOf } from "./pieces";

const source = Array.from(
  { length: 40_000 },
  (_, line) => `const value${line} = compute(${(line * 7_919) % 10_007});\n`,
);
const textOf = (lines: readonly string[]) => Buffer.from(lines.join(""));

it("returns pieces that make up the content", () => {
  const pieces = piecesOf(textOf(source));
  expect(Buffer.concat(pieces).equals(textOf(source))).toBe(true);
  expect(pieces.length).toBeGreaterThan(20);
});

it("keeps nearly all pieces if a line changes or is added", () => {
  const known = new Set(piecesOf(textOf(source)).map(String));
  for (const replaced of [0, 1]) {
    const changed = textOf(source.toSpliced(20_000, replaced, "const changed = true;\n"));
    expect(piecesOf(changed).filter((piece) => !known.has(String(piece))).length).toBeLessThanOrEqual(2);
  }
});

it.each(["", "\n", "no line break", "one\ntwo"])("returns %j as one piece", (text) => {
  expect(piecesOf(Buffer.from(text)).map(String)).toEqual([text]);
});
