import type { AuditAction } from "@conquest/shared/contracts/audit";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import type { Text } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../deps";
import { CSV_TYPE, csvStream, type CsvCell } from "../http/csv";
import { FileToSend } from "../http/file-to-send";
import type { ExportLimits } from "../limits/export-limits";
import type { Caller } from "../sessions/session";
import { translate } from "../text/translate";
import { writeAudit } from "../write-audit";
import type { Page, PageQuery } from "./keyset-page";

const PAGE_SIZE = 500;

interface Table<Row> {
  act: AuditAction;
  by: Caller;
  language: Language;
  /** The file's name without its extension. */
  name: Text;
  header: readonly Text[];
  toCells: (row: Row) => CsvCell[];
}

/** A whole list as CSV, with one page in memory at a time. The export is recorded before the first byte is sent. */
export function exportTable<Row>(
  { db, clock, exports }: Pick<Deps, "db" | "clock"> & { exports: ExportLimits },
  { act, by, language, name, header, toCells }: Table<Row>,
  read: (query: PageQuery) => Promise<Page<Row>>,
): FileToSend {
  async function* lines() {
    for await (const rows of exports.inListPages(read, PAGE_SIZE)) yield rows.map(toCells);
  }
  return FileToSend.generated({
    open: () =>
      exports.begin(by, async () => {
        await writeAudit(db, clock, { act, by, userId: by.id, to: "csv" });
        return csvStream(header, lines(), language);
      }),
    contentType: CSV_TYPE,
    name: `${translate(language, name)} ${clock.now().toISOString().slice(0, 10)}.csv`,
  });
}
