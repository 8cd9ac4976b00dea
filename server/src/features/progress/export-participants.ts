import { CSV_TYPE, csvStream, type CsvCell } from "../../platform/http/csv";
import { FileToSend } from "../../platform/http/file-to-send";
import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { asFileName } from "../../platform/files/file-names";
import type { ExportLimits } from "../../platform/limits/export-limits";
import { displayNameOf } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { contestsRepository } from "../contests/domain/contests-repository";
import { hidesAuthors } from "../judges/domain/judge-access";
import { participantsRepository, type Joiner } from "./participants-repository";
import { dateOf } from "./time-buckets";

const PAGE_SIZE = 500;

export const exportParticipants =
  ({ db, clock, exports }: Pick<Deps, "db" | "clock"> & { exports: ExportLimits }) =>
  async (contestId: string, caller: Caller): Promise<FileToSend> => {
    const contest = orNotFound(
      await contestsRepository(db).findManaged(contestId, caller),
      "No such contest of yours.",
    );
    const areNamesHidden = hidesAuthors(contest);

    async function* lines(): AsyncGenerator<CsvCell[][]> {
      const participants = participantsRepository(db, contestId);
      for await (const page of exports.inPages(
        (after: Joiner | null) => participants.pageAfter(after, PAGE_SIZE),
        PAGE_SIZE,
      )) {
        // With blind judging, the submission state could reveal the authors of entries.
        yield page.map(({ name, removedAt, day, amount, hasSubmitted }) => [
          displayNameOf({ name, removedAt }),
          dateOf(day),
          amount,
          ...(areNamesHidden ? [] : [hasSubmitted ? "yes" : "no"]),
        ]);
      }
    }

    return FileToSend.generated({
      open: () =>
        exports.begin(caller, async () => {
          await writeAudit(db, clock, { act: "joiners_exported", by: caller, contestId, to: "csv" });
          return csvStream(
            ["Name", "Joined on (UTC)", "Paid (taka)", ...(areNamesHidden ? [] : ["Handed in"])],
            lines(),
          );
        }),
      contentType: CSV_TYPE,
      name: `${asFileName(contest.name, "Contest")} participants.csv`,
    });
  };
