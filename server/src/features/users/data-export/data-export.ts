import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { message } from "@conquest/shared/contracts/text/message";
import { users } from "../../../database/schema/people";
import { FileToSend } from "../../../platform/http/file-to-send";
import type { Deps } from "../../../platform/deps";
import { orNotFound } from "../../../platform/errors";
import type { ExportLimits } from "../../../platform/limits/export-limits";
import type { Caller } from "../../../platform/sessions/session";
import { contestReaders } from "./contest-readers";
import { personReaders } from "./person-readers";
import type { Keyed } from "./data-reader";
import { participationReaders } from "./participation-readers";

/** Streams page by page, to bound memory use. Includes other users' data only if it was addressed to the caller. */
export const exportUserData = async (
  { db, clock, exports }: Pick<Deps, "db" | "clock"> & { exports: ExportLimits },
  caller: Caller,
): Promise<FileToSend> => {
  const [user] = await db.select().from(users).where(eq(users.id, caller.id));
  const {
    id,
    uid,
    removedEmailHash: _1,
    removedAt: _2,
    leavingProviderSince: _3,
    refusedBecause: _4,
    requestedAt,
    roleAnswer,
    roleAnswerReason,
    roleAnsweredAt,
    ...profile
  } = orNotFound(user, message("We couldn't find that person."));
  const readAt = clock.now();
  const subject = { id, role: caller.role, provenEmail: profile.emailVerifiedAt ? profile.email : null };
  // Every table that stores personal data needs a reader in one of these.
  const lists = { ...personReaders(db, subject), ...participationReaders(db, subject), ...contestReaders(db, subject) };

  async function* generateJson() {
    const head = {
      site: "Conquest",
      readAt,
      profile: { id, idAtIdentityProvider: uid, ...profile },
      creatorRole: { requestedAt, answer: roleAnswer, reason: roleAnswerReason, answeredAt: roleAnsweredAt },
    };
    // Cuts off the closing brace: the lists follow.
    yield JSON.stringify(head, null, 2).slice(0, -2);
    for (const [name, read] of Object.entries(lists)) {
      yield `,\n  ${JSON.stringify(name)}: [`;
      let isFirst = true;
      for await (const page of exports.inPages<Keyed>((after) => read(after?.key ?? "", PAGE_SIZE), PAGE_SIZE)) {
        for (const { key: _, ...row } of page) {
          yield `${isFirst ? "" : ","}\n    ${JSON.stringify(row)}`;
          isFirst = false;
        }
      }
      yield isFirst ? "]" : "\n  ]";
    }
    yield "\n}\n";
  }

  return FileToSend.generated({
    open: () => exports.begin(caller, async () => Readable.from(generateJson())),
    contentType: "application/json; charset=utf-8",
    name: `conquest-my-data-${readAt.toISOString().slice(0, 10)}.json`,
  });
};

const PAGE_SIZE = 200;
