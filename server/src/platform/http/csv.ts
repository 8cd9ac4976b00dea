import { Readable } from "node:stream";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { message, type Text } from "@conquest/shared/contracts/text/message";
import { translate } from "../text/translate";

/** Messages are written in the table's language. */
export type CsvCell = Text | number;

/** Matches formulas, which may send data or run programs. Excel also accepts full-width signs in some languages. */
const STARTS_FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Formats one cell (RFC 4180). An apostrophe prevents text from being evaluated as a formula. */
export function csvCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = STARTS_FORMULA.test(value) ? `'${value}` : value;
  return `"${text.replace(/"/g, '""')}"`;
}

const line = (cells: readonly CsvCell[], language: Language) =>
  `${cells.map((cell) => csvCell(typeof cell === "number" ? cell : translate(language, cell))).join(",")}\r\n`;

type Rows = AsyncIterable<readonly (readonly CsvCell[])[]>;

export const yesOrNo = (is: boolean) => (is ? message("yes") : message("no"));

/** Without it Excel reads UTF-8 in a legacy encoding, which breaks Bangla. */
const BYTE_ORDER_MARK = "\ufeff";

async function* csvText(header: readonly Text[], rows: Rows, language: Language) {
  yield BYTE_ORDER_MARK + line(header, language);
  for await (const some of rows) if (some.length > 0) yield some.map((cells) => line(cells, language)).join("");
}

export const csvStream = (header: readonly Text[], rows: Rows, language: Language): Readable =>
  Readable.from(csvText(header, rows, language));

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";
