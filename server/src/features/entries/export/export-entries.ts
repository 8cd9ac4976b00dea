import type { Readable } from "node:stream";
import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { CSV_TYPE, csvStream, type CsvCell } from "../../../platform/http/csv";
import { FileToSend } from "../../../platform/http/file-to-send";
import { writeAudit } from "../../../platform/write-audit";
import type { Deps } from "../../../platform/deps";
import { translate } from "../../../platform/text/translate";
import { asFileName, asSavedName } from "../../../platform/files/file-names";
import type { FileRow } from "../../../platform/files/files-repository";
import { isUnreadable, type FileUploads } from "../../../platform/files/file-uploads";
import type { ExportLimits } from "../../../platform/limits/export-limits";
import type { Caller } from "../../../platform/sessions/session";
import { entryFilesRepository } from "../entries-repository";
import { type WholeEntry, filesFor, openOwnEntries } from "../judging/judged-entries-repository";
import { hasOtherJudges, readMeans, ratingsRepository } from "../judging/ratings-repository";
import { zipStream, type ZippedFile } from "./zip-stream";

/** Entries in memory at a time. */
const PAGE_SIZE = 100;

const HEADER = [
  "Entry",
  "Number",
  "Submitted (UTC)",
  "Text",
  "Link",
  "Files",
  "SHA-256",
  "Winner",
  "Shortlisted",
  "Your rating",
  "Your feedback",
];

/** Exports a CSV table, or an archive of the table and all files, read from the store while sending. */
export const exportEntries = async (
  {
    db,
    clock,
    files: store,
    exports,
  }: Pick<Deps, "db" | "clock"> & { files: Pick<FileUploads, "pick" | "look">; exports: ExportLimits },
  contestId: string,
  as: "csv" | "zip",
  caller: Caller,
): Promise<FileToSend> => {
  const { contest, entries, areNamesHidden, choosesWinner } = await openOwnEntries({ db, clock }, contestId, caller);
  const { criteria } = contest;
  // As on the judging page: only those who choose the winner see other judges' ratings, if there are other judges.
  const seesJudges = choosesWinner && (await hasOtherJudges(db, contestId, caller.id));
  const now = clock.now();
  const name = `${asFileName(contest.name, "Contest")} entries`;

  async function* inPages() {
    for await (const page of exports.inPages(
      (after: WholeEntry | null) => entries.readPageAfter(after, PAGE_SIZE),
      PAGE_SIZE,
    )) {
      const files = await exports.runRead(() => entryFilesRepository(db).byEntry(page.map(({ id }) => id)));
      yield page.map((entry) => {
        const rows = files.get(entry.id) ?? [];
        return { ...entry, rows, savedAs: uniqueNames(filesFor({ number: entry.number, areNamesHidden }, rows)) };
      });
    }
  }

  async function* lines(): AsyncGenerator<CsvCell[][]> {
    for await (const page of inPages()) {
      const ids = page.map(({ id }) => id);
      const ownCriteria = await exports.runRead(() =>
        ratingsRepository(db).listCriteria(ids, caller.id, criteria.length),
      );
      const means = seesJudges ? await exports.runRead(() => readMeans(db, ids, criteria.length)) : null;
      yield page.map(
        ({ id, label, number, submittedAt, text, link, savedAs, sha256, isWinner, isShortlisted, rating, word }) => [
          translate("en", label),
          number,
          submittedAt.toISOString(),
          text,
          link,
          savedAs.join("; "),
          sha256,
          yesOrNo(isWinner),
          choosesWinner ? yesOrNo(isShortlisted) : "",
          rating ?? "",
          word ?? "",
          ...ownCriteria.get(id)!.map(orEmpty),
          ...(means ? judgesCells(means.get(id)!) : []),
        ],
      );
    }
  }

  async function* files(): AsyncGenerator<ZippedFile> {
    for await (const page of inPages()) {
      for (const { label, number, rows, savedAs } of page) {
        // Authors may share a name; the number is unique, and is listed in the table as well.
        const named = translate("en", label);
        const folder = areNamesHidden ? named : `${asFileName(named, "Entry")} ${number}`;
        for (const [position, row] of rows.entries()) {
          yield { path: `${folder}/${savedAs[position]!}`, open: () => contentOf(row), isPacked: row.kind !== "text" };
        }
      }
    }
  }

  const contentOf = async (file: FileRow): Promise<Readable | null> => {
    try {
      return (await store.pick(file, {}).open()).content;
    } catch (error) {
      if (isUnreadable(error)) return null;
      throw error;
    }
  };

  const header = [
    ...HEADER,
    ...criteria.map((each) => `${each} (your rating)`),
    ...(seesJudges ? ["Average rating", "Judges who rated it", ...criteria.map((each) => `${each} (average)`)] : []),
  ];
  const table = () => csvStream(header, lines());
  const archive = () =>
    zipStream({ path: "entries.csv", open: async () => table(), isPacked: false }, files(), {
      at: now,
      missing: MISSING,
    });
  return FileToSend.generated({
    open: () =>
      exports.begin(caller, async () => {
        // Fails now, instead of in the middle of an archive, if the store is unavailable.
        if (as === "zip") await store.look();
        // Recorded before sending, since it is unknown how much arrives.
        await writeAudit(db, clock, { act: "entries_exported", by: caller, contestId, to: as });
        return as === "csv" ? table() : archive();
      }),
    contentType: as === "csv" ? CSV_TYPE : "application/zip",
    name: `${name}.${as}`,
  });
};

const MISSING = {
  instead: (path: string) => ({
    path: `${path} (missing).txt`,
    text: "We couldn't add this file when we made the archive. Download it again later. Still missing? Contact us.\r\n",
  }),
  list: (paths: readonly string[]) => ({
    path: "Missing files.txt",
    text: `We couldn't add these files when we made the archive. All other files are here.\r\n\r\n${paths.join("\r\n")}\r\n`,
  }),
};

const orEmpty = (rating: number | null): CsvCell => rating ?? "";

const judgesCells = ({
  mean,
  ratingCount,
  criteriaMeans,
}: {
  mean: number | null;
  ratingCount: number;
  criteriaMeans: (number | null)[];
}): CsvCell[] => [orEmpty(mean), ratingCount, ...criteriaMeans.map(orEmpty)];

const yesOrNo = (is: boolean) => (is ? "yes" : "no");

/** Returns file names that are unique within a folder, also on systems that ignore case or Unicode normalization. */
function uniqueNames(files: readonly StoredFile[]): string[] {
  const taken = new Set<string>();
  const asOnDisk = (name: string) => name.normalize("NFC").toLowerCase();
  return files.map(({ name }) => {
    const preferred = asSavedName(name, "File");
    let free = preferred;
    for (let nth = 2; taken.has(asOnDisk(free)); nth += 1) free = `${nth} ${preferred}`;
    taken.add(asOnDisk(free));
    return free;
  });
}
