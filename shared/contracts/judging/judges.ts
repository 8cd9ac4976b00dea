import { z } from "zod";
import { contestCard, permission } from "../contests";
import { defineEndpoint, pageQuery } from "../http/endpoint";
import { contestIdParams, email, idParam, instant } from "../text/fields";

/** How many people are invited to judge one contest, or do, at a time; its creator is not counted. */
export const MAX_JUDGES = 5;
/** How many addresses one contest ever invites: invitations are letters to people who may not know the creator. */
export const MAX_INVITED = 20;

const invitationParams = z.object({ id: idParam });

export const INVITATION_STATES = ["invited", "accepted", "declined", "withdrawn", "stepped_down"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/**
 * Somebody whom a contest's creator invited to judge it. Until they answer it says nothing but what the creator typed: whether
 * there is an account of this address is nobody's to learn.
 */
export const contestJudge = z.object({
  _id: z.string(),
  /** As the creator typed it; "" where its person deleted their account. */
  email: z.string(),
  state: z.enum(INVITATION_STATES),
  /** Of who accepted; "" else. */
  name: z.string(),
  /** To how many entries they gave a rating. */
  ratedCount: z.number().int().min(0),
  /** When it came to that state. */
  at: instant,
  may: z.object({ withdraw: permission }),
});
export type ContestJudge = z.infer<typeof contestJudge>;

const contestJudges = z.object({
  /** Whose invitation was not withdrawn, in the order of inviting. */
  judges: z.array(contestJudge),
  may: z.object({ invite: permission }),
});
export type ContestJudges = z.infer<typeof contestJudges>;

/** For the contest's owner. */
export const listJudges = defineEndpoint({
  method: "GET",
  path: "/contest-judges/:contestId",
  access: "signed-in",
  params: contestIdParams,
  response: contestJudges,
});

/** Invites whoever has this address, now or one day. Answers the same whoever that is, and if there is nobody. */
export const inviteJudge = defineEndpoint({
  method: "POST",
  path: "/contest-judges/:contestId",
  access: "signed-in",
  params: contestIdParams,
  body: z.object({ email }),
  response: contestJudges,
  perMinute: 20,
});

/** Takes an invitation back, also from who accepted it, until the contest is decided. What they said of entries goes with it. */
export const withdrawJudge = defineEndpoint({
  method: "DELETE",
  path: "/contest-judge/:id",
  access: "signed-in",
  params: invitationParams,
  response: contestJudges,
});

/** A contest that the caller is invited to judge, or judges, or declined to. */
export const judgingInvitation = z.object({
  _id: z.string(),
  state: z.enum(INVITATION_STATES).extract(["invited", "accepted", "declined"]),
  contest: contestCard
    .pick({ _id: true, name: true, prize: true, deadline: true, phase: true, participantCount: true, creator: true })
    .extend({
      /** Its creator chooses the winner until then. */
      winnerDueAt: instant,
      /** Judges see no names until the winner is chosen. */
      hidesNames: z.boolean(),
      /** How many entries there are to judge; 0 for who may not read them. */
      entryCount: z.number().int().min(0),
    }),
  /** To how many of them the caller gave a rating. */
  ratedCount: z.number().int().min(0),
  /** It cannot be answered before the caller has proven that the address is theirs. */
  needsProof: z.boolean(),
  /** `judge`: reading its entries. */
  may: z.object({ accept: permission, decline: permission, stepDown: permission, judge: permission }),
});
export type JudgingInvitation = z.infer<typeof judgingInvitation>;

/** The caller's own: what waits for an answer first, then the latest deadline. */
export const listJudgingInvitations = defineEndpoint({
  method: "GET",
  path: "/judging-invitations",
  access: "signed-in",
  query: pageQuery,
  response: z.array(judgingInvitation),
});

/** Accepts or declines. Takes an account whose address is proven to be its person's: anybody can register anybody's. */
export const answerInvitation = defineEndpoint({
  method: "PUT",
  path: "/judging-invitations/:id",
  access: "signed-in",
  params: invitationParams,
  body: z.object({ accepts: z.boolean() }),
  response: judgingInvitation,
});

/** Judges no longer, until the contest is decided. What the caller said of its entries goes with it. */
export const stepDown = defineEndpoint({
  method: "DELETE",
  path: "/judging-invitations/:id",
  access: "signed-in",
  params: invitationParams,
  response: z.object({ modifiedCount: z.number().int() }),
});
