import { z } from "zod";
import { ROLES, defineEndpoint, pageQuery } from "./http/endpoint";
import {
  MAX_REASON_LENGTH,
  emailParam,
  id,
  idParam,
  instant,
  optionalName,
  optionalPictureUrl,
  optionalText,
  searchWords,
} from "./text/fields";
import { MAX_NAME_LENGTH } from "./text/names";

/** `requested` is a user with an open request to become a creator. */
export const ACCOUNT_ROLES = [...ROLES, "requested"] as const;
export const role = z.enum(ROLES);
export const USER_STATUSES = ["verified", "blocked"] as const;
export const userStatus = z.enum(USER_STATUSES);

/** A person as the site knows them. `role` is `requested` while a user's request to become a creator is open. */
export const account = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Address of the picture, or "". */
  image: z.string(),
  status: userStatus,
  /** Why an admin blocked them; "" where none said why. Admins alone ever see one here: whoever is blocked reads it where they are refused. */
  blockedBecause: z.string(),
  role: z.enum(ACCOUNT_ROLES),
  requestedAt: instant.nullable(),
  /** The last answer to a request to become a creator. */
  roleAnswer: z.object({ answer: z.enum(["approved", "declined"]), reason: z.string(), at: instant }).nullable(),
  createdAt: instant,
  /** Whether they joined a contest at any time; what they then have to look at is open to them in every role. */
  takesPart: z.boolean(),
  /** Whether they are invited to judge a contest, or judge one. */
  isJudge: z.boolean(),
  /** Whether any contest is their own, in whatever state; they run it in every role. */
  isOwner: z.boolean(),
});
export type Account = z.infer<typeof account>;

export const getUser = defineEndpoint({
  method: "GET",
  path: "/user/:email",
  access: "signed-in",
  params: z.object({ email: emailParam }),
  response: account,
});

const userListQuery = pageQuery.extend({
  q: searchWords.optional(),
  role: z.enum(ACCOUNT_ROLES).optional(),
  status: userStatus.optional(),
  /** By when they joined; open requests come first where this is not given. */
  sort: z.enum(["newest", "oldest"]).optional(),
});

/** Admins get everyone; anyone else gets only their own record. */
export const listUsers = defineEndpoint({
  method: "GET",
  path: "/all-users",
  access: "signed-in",
  query: userListQuery,
  response: z.array(account),
  key: "allUsers",
});

/** Open requests come first unless `sort` says otherwise. */
export const listUsersExcept = defineEndpoint({
  method: "GET",
  path: "/all-users-except/:email",
  access: ["admin"],
  params: z.object({ email: emailParam }),
  query: userListQuery,
  response: z.array(account),
});

/** Asks to become a creator, for oneself and only from role user. */
export const requestRole = defineEndpoint({
  method: "PUT",
  path: "/update-user-role/:email",
  access: "signed-in",
  params: z.object({ email: emailParam }),
  body: z.object({ role: z.literal("requested", 'Only the role "requested" can be asked for') }),
  response: z.object({ modifiedCount: z.number().int() }),
});

/** Exactly one of `status` and `role`. Setting role `creator` approves an open request, `user` declines it. The person reads the reason. */
export const updateUser = defineEndpoint({
  method: "PUT",
  path: "/update-user/:id",
  access: ["admin"],
  params: z.object({ id: idParam }),
  body: z
    .object({ status: userStatus.optional(), role: role.optional(), reason: optionalText(MAX_REASON_LENGTH) })
    .refine((body) => (body.status === undefined) !== (body.role === undefined), {
      message: "Please send either a status or a role",
      path: ["status"],
    }),
  response: z.object({ modifiedCount: z.number().int() }),
});

export const BULK_ACTIONS = ["block", "unblock", "approve", "decline"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];
/** So many people at once. */
export const MAX_BATCH = 50;

/**
 * Does the same to several people, one after the other: each is done whole or not at all, whatever becomes of the others. Approving
 * and declining are answers to requests that are open.
 */
export const updateUsers = defineEndpoint({
  method: "PUT",
  path: "/update-users",
  access: ["admin"],
  body: z.object({
    ids: z.array(id).min(1, "Please choose somebody").max(MAX_BATCH, `Please choose ${MAX_BATCH} people at most`),
    act: z.enum(BULK_ACTIONS),
    reason: optionalText(MAX_REASON_LENGTH),
  }),
  response: z.object({
    modifiedCount: z.number().int(),
    /** Of whom it could not be done, each with the sentence why. */
    refused: z.array(z.object({ _id: z.string(), message: z.string() })),
  }),
  perMinute: 30,
});

/** The person reads the reason where they are refused, and in a letter. */
export const deleteUser = defineEndpoint({
  method: "DELETE",
  path: "/delete-user/:id",
  access: ["admin"],
  params: z.object({ id: idParam }),
  body: z.object({ reason: optionalText(MAX_REASON_LENGTH) }),
  response: z.object({ deletedCount: z.number().int() }),
});

/** What is left empty stays as it is. */
export const profileForm = z.object({ name: optionalName(MAX_NAME_LENGTH), photoUrl: optionalPictureUrl });

export const updateProfile = defineEndpoint({
  method: "PUT",
  path: "/update-profile",
  access: "signed-in",
  body: profileForm,
  response: account,
});
