import { Readable } from "node:stream";

export type CsvCell = string | number;

/**
 * What spreadsheets take for a formula, which could call out or start something: what people wrote is only ever text. The wide
 * signs count too, since Excel reads them as the others in some languages.
 */
const STARTS_FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** One cell (RFC 4180). A text that would be a formula has an apostrophe before it. */
export function csvCell(value: CsvCell): string {
  if (typeof value === "number") return String(value);
  const text = STARTS_FORMULA.test(value) ? `'${value}` : value;
  return `"${text.replace(/"/g, '""')}"`;
}

const line = (cells: readonly CsvCell[]) => `${cells.map(csvCell).join(",")}\r\n`;

/** Without it Excel reads UTF-8 as what the machine had in the nineties, and no Bangla. */
const BYTE_ORDER_MARK = "\ufeff";

/** A table of text that is read while it is sent; `rows` gives some at a time. */
export async function* csvText(
  header: readonly string[],
  rows: AsyncIterable<readonly (readonly CsvCell[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + line(header);
  for await (const some of rows) if (some.length > 0) yield some.map(line).join("");
}

export const csvStream = (header: readonly string[], rows: AsyncIterable<readonly (readonly CsvCell[])[]>): Readable =>
  Readable.from(csvText(header, rows));

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";
