import type { Readable } from "node:stream";
import { AWARD_STATE_LABELS, type AwardState } from "@conquest/shared/contracts/awards";
import type { EntryAnswer } from "@conquest/shared/contracts/entry-answers";
import type { EntryField } from "@conquest/shared/contracts/entry-fields";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { message, type Text } from "@conquest/shared/contracts/text/message";
import { CSV_TYPE, csvStream, yesOrNo, type CsvCell } from "../../../platform/http/csv";
import { FileToSend } from "../../../platform/http/file-to-send";
import { writeAudit } from "../../../platform/write-audit";
import type { Deps } from "../../../platform/deps";
import { asFileName, asSavedName } from "../../../platform/files/file-names";
import type { FileRow } from "../../../platform/files/files-repository";
import { isUnreadable, type FileUploads } from "../../../platform/files/file-uploads";
import { translate } from "../../../platform/text/translate";
import type { ExportLimits } from "../../../platform/limits/export-limits";
import type { Caller } from "../../../platform/sessions/session";
import { awardsRepository } from "../../awards/domain/awards-repository";
import { entryFilesRepository } from "../entries-repository";
import { type WholeEntry, filesFor, openOwnEntries } from "../judging/judged-entries-repository";
import { canCorrect, readCorrectedMeans } from "../judging/corrected-means";
import { countJudges } from "../judging/plan-repository";
import { hasOtherJudges, readMeans, ratingsRepository } from "../judging/ratings-repository";
import { zipStream, type ZippedFile } from "./zip-stream";

/** Entries in memory at a time. */
const PAGE_SIZE = 100;

const HEADER = [
  message("Entry"),
  message("Number"),
  message("Submitted (UTC)"),
  message("Text"),
  message("Link"),
  message("Files"),
  "SHA-256",
  message("Winner"),
  message("Shortlisted"),
  message("Your rating"),
  message("Your feedback"),
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
  { caller, language }: { caller: Caller; language: Language },
): Promise<FileToSend> => {
  const { contest, entries, areNamesHidden, choosesWinner } = await openOwnEntries({ db, clock }, contestId, caller);
  const { criteria, entryFields } = contest;
  const hasMorePrizes = contest.morePrizes.length > 0;
  // As on the judging page: only those who choose the winner see other judges' ratings, if there are other judges.
  const seesJudges = choosesWinner && (await hasOtherJudges(db, contestId, caller.id));
  const isCorrected = seesJudges && (await canCorrect(db, contestId));
  const isAssigned = seesJudges && contest.judgesPerEntry !== null;
  const prizes = await awardsRepository(db).statesByEntry(contestId, caller);
  const now = clock.now();
  const inLanguage = (text: Text) => translate(language, text);
  const name = message("{contest} entries", { contest: asFileName(contest.name, "") || message("Contest") });

  async function* inPages() {
    for await (const page of exports.inPages(
      (after: WholeEntry | null) => entries.readPageAfter(after, PAGE_SIZE),
      PAGE_SIZE,
    )) {
      const files = await exports.runRead(() => entryFilesRepository(db).byEntry(page.map(({ id }) => id)));
      yield page.map((entry) => {
        const rows = files.get(entry.id) ?? [];
        return {
          ...entry,
          rows,
          savedAs: uniqueNames(
            filesFor({ number: entry.number, areNamesHidden }, rows).map((file) => inLanguage(file.name)),
            inLanguage(message("File")),
          ),
        };
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
      const corrected = isCorrected ? await exports.runRead(() => readCorrectedMeans(db, contestId, ids)) : null;
      const assigned = isAssigned ? await exports.runRead(() => countJudges(db, ids)) : null;
      yield page.map(
        ({
          id,
          label,
          number,
          submittedAt,
          text,
          link,
          answers,
          savedAs,
          sha256,
          isWinner,
          prizeName,
          isShortlisted,
          rating,
          word,
        }) => [
          label,
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
          ...(corrected ? [orEmpty(corrected.get(id)?.corrected ?? null)] : []),
          ...(assigned ? [assigned.get(id)?.assigned ?? 0, assigned.get(id)?.recused ?? 0] : []),
          ...(hasMorePrizes ? [prizeName ?? ""] : []),
          ...(prizes.size > 0 ? [prizeCell(prizes.get(id))] : []),
          ...entryFields.map((field) => answerCell(field, answers)),
        ],
      );
    }
  }

  async function* files(): AsyncGenerator<ZippedFile> {
    for await (const page of inPages()) {
      for (const { label, number, rows, savedAs } of page) {
        // Authors may share a name; the number is unique, and is listed in the table as well.
        const name = inLanguage(label);
        const folder = areNamesHidden ? name : `${asFileName(name, inLanguage(message("Entry")))} ${number}`;
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
    ...criteria.map((criterion) => message("{criterion} (your rating)", { criterion })),
    ...(seesJudges
      ? [
          message("Average rating"),
          message("Judges who rated it"),
          ...criteria.map((criterion) => message("{criterion} (average)", { criterion })),
        ]
      : []),
    ...(isCorrected ? [message("Average corrected for strictness")] : []),
    ...(isAssigned ? [message("Judges asked to rate it"), message("Judges who recused themselves")] : []),
    ...(hasMorePrizes ? [message("Other prize")] : []),
    ...(prizes.size > 0 ? [message("Status of the prize")] : []),
    ...entryFields.map(({ label }) => label),
  ];
  const table = () => csvStream(uniqueColumns(header.map(inLanguage)), lines(), language);
  const archive = () =>
    zipStream({ path: `${inLanguage(message("entries"))}.csv`, open: async () => table(), isPacked: false }, files(), {
      at: now,
      missing: missingNotes(inLanguage),
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
    name: `${inLanguage(name)}.${as}`,
  });
};

const missingNotes = (inLanguage: (text: Text) => string) => ({
  instead: (path: string) => ({
    path: `${path} (${inLanguage(message("missing"))}).txt`,
    text: `${inLanguage(message("We couldn't add this file when we made the archive. Download it again later. Still missing? Contact us."))}\r\n`,
  }),
  list: (paths: readonly string[]) => ({
    path: `${inLanguage(message("Missing files"))}.txt`,
    text: `${inLanguage(message("We couldn't add these files when we made the archive. All other files are here."))}\r\n\r\n${paths.join("\r\n")}\r\n`,
  }),
});

const prizeCell = (state: AwardState | undefined): CsvCell => (state ? message(AWARD_STATE_LABELS[state]) : "");

function answerCell({ label, kind }: EntryField, answers: readonly EntryAnswer[]): CsvCell {
  const answer = answers.find((each) => each.label === label);
  if (kind === "consent") return yesOrNo(answer?.value === true);
  if (answer === undefined) return "";
  return Array.isArray(answer.value) ? answer.value.join("; ") : typeof answer.value === "boolean" ? "" : answer.value;
}

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

/** Numbers repeated names, such as that of a field of the entry form called “Text”. */
function uniqueColumns(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let nth = 2; taken.has(free.toLowerCase()); nth += 1) free = `${name} (${nth})`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** Returns file names that are unique within a folder, also on systems that ignore case or Unicode normalization. */
function uniqueNames(names: readonly string[], fallback: string): string[] {
  const taken = new Set<string>();
  const asOnDisk = (name: string) => name.normalize("NFC").toLowerCase();
  return names.map((name) => {
    const preferred = asSavedName(name, fallback);
    let free = preferred;
    for (let nth = 2; taken.has(asOnDisk(free)); nth += 1) free = `${nth} ${preferred}`;
    taken.add(asOnDisk(free));
    return free;
  });
}
