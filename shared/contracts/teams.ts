import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";
import { MAX_TEAM_NAME_LENGTH } from "./team-size";
import { displayName, id, instant, requiredName } from "./text/fields";

export const teamMember = z.object({
  _id: z.string(),
  name: displayName,
  photo: z.string(),
  joinedAt: instant,
  isCaptain: z.boolean(),
  isViewer: z.boolean(),
});
export type TeamMember = z.infer<typeof teamMember>;

export const myTeam = z.object({
  team: z
    .object({
      name: z.string(),
      /** The captain first, then in the order of joining. */
      members: z.array(teamMember),
      /** The code of the invite link; null if there is none, and once the team can't grow any more. */
      code: z.string().nullable(),
      /** The team has an entry, which stays if a member leaves. */
      hasSubmitted: z.boolean(),
    })
    .nullable(),
  /** The team whose code the caller entered last. Null once they are in a team. */
  invitation: z
    .object({
      name: z.string(),
      captain: displayName,
      memberCount: z.number().int().min(1),
      isFull: z.boolean(),
      /** The caller's own entry, which joining withdraws. */
      withdrawsEntry: z.boolean(),
    })
    .nullable(),
});
export type MyTeam = z.infer<typeof myTeam>;

/** Returns the caller's team in this contest, with the code that only its members see. */
export const getMyTeam = defineEndpoint("GET /my-team/:contestId", "signed-in", { response: myTeam });

/** The caller becomes the captain. Their own entry becomes the team's. */
export const createTeam = defineEndpoint("POST /my-team/:contestId", "signed-in", {
  body: z.object({ name: requiredName(MAX_TEAM_NAME_LENGTH) }),
  response: myTeam,
  perMinute: 20,
});

/** Joins the team whose code the caller entered last. 409 `entry_changed` unless `withdrawsEntry` is as it was shown. */
export const joinTeam = defineEndpoint("PUT /my-team/:contestId", "signed-in", {
  body: z.object({ withdrawsEntry: z.boolean() }),
  response: myTeam,
  perMinute: 20,
});

/** The entry stays with the other members. The last member keeps it as their own. */
export const leaveTeam = defineEndpoint("DELETE /my-team/:contestId", "signed-in", { response: myTeam });

/** Judges and visitors see the new name at once. Only for the captain. */
export const renameTeam = defineEndpoint("PUT /my-team/:contestId/name", "signed-in", {
  body: z.object({ name: requiredName(MAX_TEAM_NAME_LENGTH) }),
  response: myTeam,
  perMinute: 10,
});

/** Makes a new code, so that links with the one before stop working. Only for the captain. */
export const renewTeamCode = defineEndpoint("PUT /my-team/:contestId/code", "signed-in", {
  response: myTeam,
  perMinute: 10,
});

export const removeTeamCode = defineEndpoint("DELETE /my-team/:contestId/code", "signed-in", { response: myTeam });

/** Removes another member and the code they know. Only for the captain. */
export const removeTeamMember = defineEndpoint("DELETE /my-team/:contestId/members/:id", "signed-in", {
  params: z.object({ contestId: id, id }),
  response: myTeam,
});
