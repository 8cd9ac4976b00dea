import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { users } from "../../../database/schema/people";
import { FileToSend } from "../../../platform/http/file-to-send";
import type { Deps } from "../../../platform/deps";
import { orNotFound } from "../../../platform/errors";
import type { ExportLimits } from "../../../platform/limits/export-limits";
import type { Caller } from "../../../platform/session";
import { contestReaders } from "./contest-readers";
import { personReaders } from "./person-readers";
import type { Keyed } from "./data-reader";
import { participationReaders } from "./participation-readers";

/**
 * All that the site has of the caller, as a JSON file that is read while it is sent: however much somebody did, a page of it at a
 * time is in memory. Others are in it only as far as they speak to the caller.
 */
export const exportUserData =
  ({ db, clock }: Pick<Deps, "db" | "clock">, exports: ExportLimits) =>
  async (caller: Caller): Promise<FileToSend> => {
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
    } = orNotFound(user, "There is no such person.");
    const readAt = clock.now();
    const whose = { id, provenEmail: profile.emailVerifiedAt ? profile.email : null };
    // A table that comes to hold something of people belongs in one of these.
    const lists = { ...personReaders(db, whose), ...participationReaders(db, whose), ...contestReaders(db, whose) };

    async function* text() {
      const whole = {
        site: "Conquest",
        readAt,
        profile: { id, idAtIdentityProvider: uid, ...profile },
        creatorRole: { requestedAt, answer: roleAnswer, reason: roleAnswerReason, answeredAt: roleAnsweredAt },
      };
      // Without its last bracket: the lists follow.
      yield JSON.stringify(whole, null, 2).slice(0, -2);
      for (const [name, read] of Object.entries(lists)) {
        yield `,\n  ${JSON.stringify(name)}: [`;
        let isFirst = true;
        for await (const page of exports.inPages<Keyed>((after) => read(after?.key ?? "", PAGE), PAGE)) {
          for (const { key: _, ...row } of page) {
            yield `${isFirst ? "" : ","}\n    ${JSON.stringify(row)}`;
            isFirst = false;
          }
        }
        yield isFirst ? "]" : "\n  ]";
      }
      yield "\n}\n";
    }

    return FileToSend.madeNow({
      open: () => exports.begin(caller, async () => Readable.from(text())),
      contentType: "application/json; charset=utf-8",
      name: `conquest-my-data-${readAt.toISOString().slice(0, 10)}.json`,
    });
  };

const PAGE = 200;
