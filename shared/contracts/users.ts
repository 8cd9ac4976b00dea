import { z } from "zod";
import { ROLES, defineEndpoint, pageQuery } from "./http/endpoint";
import {
  MAX_REASON_LENGTH,
  id,
  instant,
  optionalName,
  optionalPictureUrl,
  optionalText,
  searchWords,
  sentence,
} from "./text/fields";
import { LANGUAGES } from "./parts/languages";
import { MAX_NAME_LENGTH } from "./text/names";
import { invalid, message } from "./text/message";
import { timeZone } from "./text/time-zone";

/** `requested` is a user with an open request to become a creator. */
export const ACCOUNT_ROLES = [...ROLES, "requested"] as const;
export const role = z.enum(ROLES);
export const USER_STATUSES = ["verified", "blocked"] as const;
export const userStatus = z.enum(USER_STATUSES);

export const account = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  image: z.string(),
  status: userStatus,
  /** Only admins see it here: a blocked user reads it in the error instead. */
  blockedBecause: z.string(),
  role: z.enum(ACCOUNT_ROLES),
  requestedAt: instant.nullable(),
  roleAnswer: z.object({ answer: z.enum(["approved", "declined"]), reason: z.string(), at: instant }).nullable(),
  createdAt: instant,
  /** Older servers do not send it. */
  isEmailVerified: z.boolean().optional(),
  /** True after joining any contest; grants participant pages in every role. */
  takesPart: z.boolean(),
  isJudge: z.boolean(),
  /** True for the owner of any contest; they run it in every role. */
  isOwner: z.boolean(),
  /** Null before a choice; older servers omit it. */
  language: z.enum(LANGUAGES).nullable().optional(),
  /** The IANA name, like Asia/Dhaka, of the zone of times in emails and documents; older servers omit it. */
  timeZone: z.string().nullable().optional(),
});
export type Account = z.infer<typeof account>;

export const getUser = defineEndpoint("GET /user/:email", "signed-in", { response: account });

const userListQuery = pageQuery.extend({
  q: searchWords.optional(),
  role: z.enum(ACCOUNT_ROLES).optional(),
  status: userStatus.optional(),
  /** Orders by registration date; without it open requests come first. */
  sort: z.enum(["newest", "oldest"]).optional(),
});

/** Admins get everyone; others get only their own record. */
export const listUsers = defineEndpoint("GET /all-users", "signed-in", {
  query: userListQuery,
  response: z.array(account),
  key: "allUsers",
});

export const listUsersExcept = defineEndpoint("GET /all-users-except/:email", ["admin"], {
  query: userListQuery,
  response: z.array(account),
});

export const requestRole = defineEndpoint("PUT /update-user-role/:email", "signed-in", {
  body: z.object({ role: z.literal("requested", invalid(message('You can only request the role "requested"'))) }),
  response: z.object({ modifiedCount: z.number().int() }),
});

/** Limited, because each new request notifies all admins. */
export const withdrawRoleRequest = defineEndpoint("DELETE /role-request", "signed-in", {
  response: z.object({ modifiedCount: z.number().int() }),
  perMinute: 3,
});

/** Takes either `status` or `role`. Role `creator` approves an open request, `user` declines it. */
export const updateUser = defineEndpoint("PUT /update-user/:id", ["admin"], {
  // The role the admin has seen: 409 for `role` if it has changed since. Not in the body, which is part of the original API.
  query: z.object({ expectedRole: z.enum(ACCOUNT_ROLES).optional() }),
  body: z
    .object({ status: userStatus.optional(), role: role.optional(), reason: optionalText(MAX_REASON_LENGTH) })
    .refine((body) => (body.status === undefined) !== (body.role === undefined), {
      ...invalid(message("Send either a status or a role")),
      path: ["status"],
    }),
  response: z.object({ modifiedCount: z.number().int() }),
});

export const BULK_ACTIONS = ["block", "unblock", "approve", "decline"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];
export const MAX_BATCH = 50;

/** Each user has their own transaction, so one failure doesn't affect the others. Answers only open requests. */
export const updateUsers = defineEndpoint("PUT /update-users", ["admin"], {
  body: z.object({
    ids: z
      .array(id)
      .min(1, invalid(message("Choose at least one person")))
      .max(MAX_BATCH, invalid(message("Choose at most {max} people", { max: MAX_BATCH }))),
    act: z.enum(BULK_ACTIONS),
    reason: optionalText(MAX_REASON_LENGTH),
  }),
  response: z.object({
    modifiedCount: z.number().int(),
    refused: z.array(z.object({ _id: z.string(), message: sentence })),
  }),
  perMinute: 30,
});

/** The user reads the reason in errors and in an email. */
export const deleteUser = defineEndpoint("DELETE /delete-user/:id", ["admin"], {
  body: z.object({ reason: optionalText(MAX_REASON_LENGTH) }),
  response: z.object({ deletedCount: z.number().int() }),
});

export const profileForm = z.object({ name: optionalName(MAX_NAME_LENGTH), photoUrl: optionalPictureUrl });

export const updateProfile = defineEndpoint("PUT /update-profile", "signed-in", {
  body: profileForm,
  response: account,
});

/** Omitted values stay as they are. */
export const updatePreferences = defineEndpoint("PUT /my-preferences", "signed-in", {
  body: z.object({ language: z.enum(LANGUAGES).optional(), timeZone: timeZone.optional() }),
  response: account,
});
