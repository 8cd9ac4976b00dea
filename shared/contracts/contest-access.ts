import { z } from "zod";
import { permission } from "./contests";
import { defineEndpoint } from "./http/endpoint";
import { JOIN_CODE_ALPHABET, JOIN_CODE_LENGTH, TEAM_CODE_LENGTH, canonicalJoinCode } from "./join-codes";
import { canonicalEmail, isEmailAddress } from "./text/email-address";
import { hasNoNul, instant } from "./text/fields";
import { invalid, message, translated } from "./text/message";

export const MAX_INVITATIONS = 200;
/** Invited addresses that a creator can have emailed within 24 hours. */
export const MAX_INVITATION_EMAILS_PER_DAY = 300;

const MAX_TYPED_LENGTH = 400 * MAX_INVITATIONS;

/** Addresses as pasted, separated by lines, commas or semicolons, without duplicates. Errors name the line. */
export const invitedAddresses = /* @__PURE__ */ (() =>
  z
    .string()
    .max(MAX_TYPED_LENGTH, invalid(message("Invite at most {max} addresses at a time", { max: MAX_INVITATIONS })))
    .refine(hasNoNul, invalid(message("This text contains a character we can't save")))
    .transform((typed, context): string[] => {
      const found = new Set<string>();
      for (const [index, line] of typed.split(/\r\n|\r|\n/).entries())
        for (const part of line.split(/[,;]/)) {
          const address = canonicalEmail(part);
          if (address === "") continue;
          if (isEmailAddress(address)) found.add(address);
          else
            context.addIssue({
              code: "custom",
              message: translated(
                message("Line {n}: “{text}” isn't an email address like name@example.com", {
                  n: index + 1,
                  text: part.trim().slice(0, 80),
                }),
              ),
            });
        }
      if (context.issues.length > 0) return z.NEVER;
      if (found.size === 0)
        context.addIssue({ code: "custom", message: translated(message("Enter at least one email address")) });
      if (found.size > MAX_INVITATIONS)
        context.addIssue({
          code: "custom",
          message: translated(message("Invite at most {max} addresses at a time", { max: MAX_INVITATIONS })),
        });
      return [...found];
    }))();

/** It contains what the creator typed, so it doesn't reveal whether the address has an account before it joins. */
export const contestInvitation = z.object({
  _id: z.string(),
  email: z.string(),
  invitedAt: instant,
  hasJoined: z.boolean(),
});
export type ContestInvitation = z.infer<typeof contestInvitation>;

export const contestAccess = z.object({
  code: z.string().nullable(),
  /** People who entered the code. */
  codeUses: z.number().int().min(0),
  invitations: z.array(contestInvitation),
  may: z.object({ invite: permission, renewCode: permission }),
});
export type ContestAccess = z.infer<typeof contestAccess>;

/** Lists who can see a private contest. Only its creator can read it, since it has addresses. */
export const getContestAccess = defineEndpoint("GET /contest-access/:contestId", "signed-in", {
  response: contestAccess,
});

/** Invites addresses that are not on the list yet, and emails each once. */
export const inviteToContest = defineEndpoint("POST /contest-access/:contestId/invitations", "signed-in", {
  body: z.object({ addresses: invitedAddresses }),
  response: contestAccess,
  perMinute: 10,
});

/** Ends the access of an address; people who joined keep theirs. */
export const removeContestInvitation = defineEndpoint("DELETE /contest-invitations/:id", "signed-in", {
  response: contestAccess,
});

/** Makes a new join code. The one before stops working, and people who entered it without joining lose access. */
export const renewJoinCode = defineEndpoint("PUT /contest-access/:contestId/code", "signed-in", {
  response: contestAccess,
  perMinute: 10,
});

export const removeJoinCode = defineEndpoint("DELETE /contest-access/:contestId/code", "signed-in", {
  response: contestAccess,
});

/** Gives the caller access, or invites them to a team. 404 for every code that opens nothing. */
export const enterJoinCode = defineEndpoint("POST /join-code", "signed-in", {
  body: z.object({
    code: z
      .string()
      .max(100, invalid(message("Enter the {n} characters of the join code", { n: JOIN_CODE_LENGTH })))
      .transform(canonicalJoinCode)
      .refine(
        (code) =>
          [JOIN_CODE_LENGTH, TEAM_CODE_LENGTH].includes(code.length) &&
          [...code].every((letter) => JOIN_CODE_ALPHABET.includes(letter)),
        invalid(message("Enter the {n} characters of the join code", { n: JOIN_CODE_LENGTH })),
      ),
  }),
  response: z.object({
    contestId: z.string(),
    /** The code is that of a team. */
    isOfTeam: z.boolean().optional(),
  }),
  perMinute: 10,
});
