import type { Line } from "./fit-lines";
import type { Glyph } from "./shape";

/** Returns path data of only numbers and command letters; y is the baseline. */
export function svgPath({ clusters, size }: Line, x: number, y: number): string {
  const scale = size / 1000;
  let at = x;
  return clusters
    .map(({ glyphs, advance }) => {
      const path = glyphs
        .map((glyph) =>
          drawn(
            glyph,
            (horizontal, vertical) => `${rounded(at + horizontal * scale)} ${rounded(y - vertical * scale)}`,
          ),
        )
        .join("");
      at += advance * scale;
      return path;
    })
    .join("");
}

const rounded = (value: number) => Math.round(value * 100) / 100;

const drawn = ({ outline, scale, x, y }: Glyph, point: (x: number, y: number) => string) =>
  outline
    .map(
      ({ type, values }) =>
        type +
        pairs(values)
          .map(([horizontal, vertical]) => point(x + horizontal * scale, y + vertical * scale))
          .join(" "),
    )
    .join("");

export const pairs = (values: readonly number[]) =>
  Array.from({ length: values.length / 2 }, (_, index): [number, number] => [
    values[index * 2]!,
    values[index * 2 + 1]!,
  ]);
