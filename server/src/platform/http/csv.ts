import { Readable } from "node:stream";

export type CsvCell = string | number;

/** Matches formulas, which may send data or run programs. Excel also accepts full-width signs in some languages. */
const STARTS_FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Formats one cell (RFC 4180). An apostrophe prevents text from being evaluated as a formula. */
export function csvCell(value: CsvCell): string {
  if (typeof value === "number") return String(value);
  const text = STARTS_FORMULA.test(value) ? `'${value}` : value;
  return `"${text.replace(/"/g, '""')}"`;
}

const line = (cells: readonly CsvCell[]) => `${cells.map(csvCell).join(",")}\r\n`;

/** Without it Excel reads UTF-8 in a legacy encoding, which breaks Bangla. */
const BYTE_ORDER_MARK = "\ufeff";

export async function* csvText(header: readonly string[], rows: AsyncIterable<readonly (readonly CsvCell[])[]>) {
  yield BYTE_ORDER_MARK + line(header);
  for await (const some of rows) if (some.length > 0) yield some.map(line).join("");
}

export const csvStream = (header: readonly string[], rows: AsyncIterable<readonly (readonly CsvCell[])[]>): Readable =>
  Readable.from(csvText(header, rows));

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";
