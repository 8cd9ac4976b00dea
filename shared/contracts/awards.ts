import { z } from "zod";
import { awardPermissions } from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { storedFile } from "./media/files";
import { MAX_REASON_LENGTH, displayName, id, instant, optionalText, requiredText, taka } from "./text/fields";
import { invalid, message, msg } from "./text/message";

/** Time to send a prize, and to confirm one that was sent; also the last reminder. */
export const AWARD_DAYS = 14;

/** `late`: not sent in time. `unconfirmed`: sent but not confirmed in time. `void`: the winner's account was deleted. */
export const AWARD_STATES = [
  "to_send",
  "late",
  "sent",
  "unconfirmed",
  "disputed",
  "delivered",
  "undelivered",
  "void",
] as const;
export type AwardState = (typeof AWARD_STATES)[number];

export const AWARD_STATE_LABELS: Readonly<Record<AwardState, string>> = {
  to_send: msg("To be sent"),
  late: msg("Not sent yet"),
  sent: msg("Sent"),
  unconfirmed: msg("Not confirmed"),
  disputed: msg("Problem reported"),
  delivered: msg("Delivered"),
  undelivered: msg("Not delivered"),
  void: msg("Ended"),
};

export const AWARD_DECISIONS = ["delivered", "returned", "closed"] as const;
export type AwardDecision = (typeof AWARD_DECISIONS)[number];

const MAX_PRIZE_NOTE_LENGTH = 1000;

export const award = z.object({
  contest: z.object({ _id: z.string(), name: z.string() }),
  place: z.number().int().min(1),
  prize: taka,
  /** Null for the first prize. Older servers omit it. */
  prizeName: z.string().nullable().optional(),
  state: z.enum(AWARD_STATES),
  revision: z.number().int(),
  winner: z.object({ name: displayName }),
  awardedAt: instant,
  /** When the creator's or the winner's time ends; null if no one's does. */
  dueAt: instant.nullable(),
  /** `on` is a day. */
  sent: z.object({ on: z.iso.date(), at: instant, note: z.string(), proof: storedFile.nullable() }).nullable(),
  problem: z.object({ text: z.string(), at: instant }).nullable(),
  decision: z.object({ is: z.enum(AWARD_DECISIONS), note: z.string(), at: instant }).nullable(),
  endedAt: instant.nullable(),
  may: awardPermissions,
});
export type Award = z.infer<typeof award>;

/** For the creator and admins all awards of a contest, for a winner their own; 404 for others and without any. */
export const listAwards = defineEndpoint("GET /awards/:contestId", "signed-in", { response: z.array(award) });

const place = z.number().int().min(1).max(100).default(1);

/** `proofId` is an unused upload of `uploadEntryFile`, or the present proof. */
export const prizeForm = z.object({
  place,
  on: z.iso.date(invalid(message("Enter the day you sent it"))),
  note: optionalText(MAX_PRIZE_NOTE_LENGTH),
  proofId: id.nullable().default(null),
});

export const sendPrize = defineEndpoint("PUT /send-prize/:contestId", "signed-in", {
  body: prizeForm,
  response: award,
  perMinute: 20,
});

export const confirmPrize = defineEndpoint("PUT /confirm-prize/:contestId", "signed-in", {
  body: z.object({ place }),
  response: award,
  perMinute: 20,
});

/** The creator and the admins read the text. */
export const reportPrize = defineEndpoint("PUT /report-prize/:contestId", "signed-in", {
  body: z.object({ place, text: requiredText(MAX_REASON_LENGTH) }),
  response: award,
  perMinute: 20,
});

/** `email` is null for removed accounts. */
const namedPerson = z.object({ _id: z.string(), name: displayName, email: z.string().nullable() });

export const adminAward = award.extend({ creator: namedPerson, winner: namedPerson });
export type AdminAward = z.infer<typeof adminAward>;

/** Unconfirmed and disputed prizes, those that wait longest first. Excludes those of the calling admin. */
export const listAwardsToSettle = defineEndpoint("GET /awards", ["admin"], {
  query: pageQuery,
  response: z.array(adminAward),
});

/** The creator and the winner read the note, which is only optional for delivered prizes. */
export const settlePrize = defineEndpoint("PUT /settle-prize/:contestId", ["admin"], {
  body: z
    .object({
      place,
      revision: z.number().int(),
      decision: z.enum(AWARD_DECISIONS),
      note: optionalText(MAX_REASON_LENGTH),
    })
    .refine(({ decision, note }) => decision === "delivered" || note !== "", {
      ...invalid(message("Enter a reason. The creator and the winner will see it.")),
      path: ["note"],
    }),
  response: award,
  perMinute: 60,
});
