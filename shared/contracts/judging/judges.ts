import { z } from "zod";
import { contestCard, permission } from "../contests";
import { defineEndpoint, pageQuery } from "../http/endpoint";
import { displayName, email, instant } from "../text/fields";

export const MAX_JUDGES = 30;
/** Addresses one contest can ever invite, since invitations are emails to people who may not know the creator. */
export const MAX_INVITED = 60;

export const INVITATION_STATES = ["invited", "accepted", "declined", "withdrawn", "stepped_down"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** Until answered it contains only what the creator typed, so it doesn't reveal whether the address has an account. */
export const contestJudge = z.object({
  _id: z.string(),
  email: z.string(),
  state: z.enum(INVITATION_STATES),
  name: displayName,
  ratedCount: z.number().int().min(0),
  at: instant,
  may: z.object({ withdraw: permission }),
});
export type ContestJudge = z.infer<typeof contestJudge>;

export const contestJudges = z.object({ judges: z.array(contestJudge), may: z.object({ invite: permission }) });
export type ContestJudges = z.infer<typeof contestJudges>;

export const listJudges = defineEndpoint("GET /contest-judges/:contestId", "signed-in", { response: contestJudges });

/** Invites an email address. The response is the same whether or not it has an account. */
export const inviteJudge = defineEndpoint("POST /contest-judges/:contestId", "signed-in", {
  body: z.object({ email }),
  response: contestJudges,
  perMinute: 60,
});

/** Possible until the contest is decided. Deletes the judge's ratings. */
export const withdrawJudge = defineEndpoint("DELETE /contest-judge/:id", "signed-in", { response: contestJudges });

export const judgingInvitation = z.object({
  _id: z.string(),
  state: z.enum(INVITATION_STATES).extract(["invited", "accepted", "declined"]),
  contest: contestCard
    .pick({ _id: true, name: true, prize: true, deadline: true, phase: true, participantCount: true, creator: true })
    .extend({
      winnerDueAt: instant,
      hidesNames: z.boolean(),
      /** Entries that the judge is asked to rate. */
      entryCount: z.number().int().min(0),
      ratingsDueAt: instant.optional(),
    }),
  ratedCount: z.number().int().min(0),
  needsProof: z.boolean(),
  may: z.object({ accept: permission, decline: permission, stepDown: permission, judge: permission }),
});
export type JudgingInvitation = z.infer<typeof judgingInvitation>;

export const listJudgingInvitations = defineEndpoint("GET /judging-invitations", "signed-in", {
  query: pageQuery,
  response: z.array(judgingInvitation),
});

/** Requires a verified email address, since anyone can register any address. */
export const answerInvitation = defineEndpoint("PUT /judging-invitations/:id", "signed-in", {
  body: z.object({ accepts: z.boolean() }),
  response: judgingInvitation,
});

/** Possible until the contest is decided. Deletes the caller's ratings. */
export const stepDown = defineEndpoint("DELETE /judging-invitations/:id", "signed-in", {
  response: z.object({ modifiedCount: z.number().int() }),
});
