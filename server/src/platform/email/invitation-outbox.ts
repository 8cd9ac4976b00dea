import { and, eq, inArray, isNotNull, lt, not, sql } from "drizzle-orm";
import { withLanguage } from "@conquest/shared/contracts/parts/languages";
import { message } from "@conquest/shared/contracts/text/message";
import { isolateQuotedText } from "@conquest/shared/contracts/text/reading-order";
import type { Config } from "../../config/config";
import type { Database } from "../../database/database";
import { contestInvitations, invitationEmails, refusedInvitations } from "../../database/schema/contest-access";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { emailHash } from "../people";
import { translate } from "../text/translate";
import { offeredLanguage } from "../wording";
import { unverifiedAddressesRepository } from "./email-outbox";
import { fitSubject } from "./email-subject";
import { renderLayout } from "./email-template";
import { createOutbox } from "./outbox";
import { headersOf, unsubscribePath } from "./render-email";
import type { AddressedEmail } from "./transport";

const { isDue, isPending, outboxOf } = createOutbox(invitationEmails, invitationEmails.id);

const isRefused = sql<boolean>`exists (select from ${refusedInvitations} where ${refusedInvitations}.address_hash = ${invitationEmails}.address_hash)`;

const select = (db: Database) =>
  db
    .select({
      id: invitationEmails.id,
      contestId: invitationEmails.contestId,
      email: invitationEmails.email,
      language: invitationEmails.language,
      stopToken: invitationEmails.stopToken,
      createdAt: invitationEmails.createdAt,
      dueAt: invitationEmails.dueAt,
      attempts: invitationEmails.attempts,
      sentAt: invitationEmails.sentAt,
      givenUpAt: invitationEmails.givenUpAt,
      givenUpBecause: invitationEmails.givenUpBecause,
      contest: contests.name,
      creator: users.name,
      isRefused,
    })
    .from(invitationEmails)
    .innerJoin(contests, eq(contests.id, invitationEmails.contestId))
    .innerJoin(users, eq(users.id, contests.creatorId));
export type StoredInvitation = Awaited<ReturnType<typeof select>>[number];

/** Emails to invited addresses without an account, which have no notifications or preferences. */
export const invitationOutbox = (db: Database) => ({
  ...outboxOf(db),

  /** An address gets at most one automatic email an hour, from all contests together; the others wait. */
  claim: (now: Date, limit: number): Promise<StoredInvitation[]> =>
    db.transaction(async (tx) => {
      const due = await select(tx)
        .where(isDue(now))
        // Claims of the hourly limit are made in one order: in different orders, two servers would deadlock.
        .orderBy(invitationEmails.addressHash, invitationEmails.id)
        .limit(limit)
        .for("update", { of: invitationEmails, skipLocked: true });
      const ids: string[] = [];
      for (const { id, email } of due) {
        const freeAt = email === null ? null : await unverifiedAddressesRepository(tx).claim(email, now);
        if (freeAt) await tx.update(invitationEmails).set({ dueAt: freeAt }).where(eq(invitationEmails.id, id));
        else ids.push(id);
      }
      if (ids.length === 0) return [];
      await outboxOf(tx).lease(ids, now);
      return select(tx).where(inArray(invitationEmails.id, ids));
    }),

  forgetBefore: (at: Date) =>
    db
      .update(invitationEmails)
      .set({ email: null })
      .where(and(lt(invitationEmails.createdAt, at), isNotNull(invitationEmails.email), not(isPending!))),

  /** A local mailbox keeps the address, to show the email. */
  forgetAddress: (id: string) => db.update(invitationEmails).set({ email: null }).where(eq(invitationEmails.id, id)),

  list: (limit: number, to: string | undefined): Promise<StoredInvitation[]> =>
    select(db)
      .where(
        and(sql`${invitationEmails.email} is not null`, to === undefined ? undefined : eq(invitationEmails.email, to)),
      )
      .orderBy(sql`${invitationEmails.createdAt} desc`, invitationEmails.id)
      .limit(limit),

  async find(id: string): Promise<StoredInvitation | undefined> {
    const [row] = await select(db).where(eq(invitationEmails.id, id));
    return row;
  },

  /** Returns the invited address too while it is still on the contest's list, else "". */
  async findByToken(stopToken: string) {
    const [row] = await db
      .select({
        contestId: invitationEmails.contestId,
        addressHash: invitationEmails.addressHash,
        language: invitationEmails.language,
        isRefused,
      })
      .from(invitationEmails)
      .where(eq(invitationEmails.stopToken, stopToken));
    if (!row) return undefined;
    const listed = await db
      .select({ email: contestInvitations.email })
      .from(contestInvitations)
      .where(eq(contestInvitations.contestId, row.contestId));
    return { ...row, email: listed.find(({ email }) => emailHash(email) === row.addressHash)?.email ?? "" };
  },

  refuse: (addressHash: string, refusedAt: Date) =>
    db.insert(refusedInvitations).values({ addressHash, refusedAt }).onConflictDoNothing(),
});

export function addressedInvitation(
  { id, contestId, email, language: stored, stopToken, createdAt, contest, creator }: StoredInvitation,
  { publicUrl, languages }: Pick<Config, "publicUrl" | "languages">,
): AddressedEmail {
  const language = offeredLanguage(stored, languages);
  const subject = isolateQuotedText(
    fitSubject(translate(language, message("Private contest: “{name}”", { name: contest }))),
  );
  return {
    subject,
    ...renderLayout({
      language,
      subject,
      name: "",
      text: isolateQuotedText(
        translate(
          language,
          creator === ""
            ? message(
                "You're invited to the private contest “{name}”. To open it, log in or register with this email address and verify it.",
                { name: contest },
              )
            : message(
                "{creator} invited you to the private contest “{name}”. To open it, log in or register with this email address and verify it.",
                { creator, name: contest },
              ),
        ),
      ),
      facts: [],
      link: {
        label: translate(language, message("View contest")),
        url: publicUrl + withLanguage(`/contest-details/${contestId}`, language),
      },
      because: translate(
        language,
        message(
          "You're getting this email because the creator of the contest entered your address. We send it once. If you don't know the creator, ignore it.",
        ),
      ),
      stop: [
        {
          label: translate(language, message("Get no more invitations")),
          url: publicUrl + withLanguage(unsubscribePath(stopToken), language),
        },
      ],
    }),
    headers: headersOf(publicUrl, stopToken),
    to: { name: "", address: email ?? "" },
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    date: createdAt,
  };
}
