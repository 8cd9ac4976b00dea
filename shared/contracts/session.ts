import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";
import { email, optionalPictureUrl } from "./text/fields";
import { MAX_NAME_LENGTH, cleanName } from "./text/names";
import { account } from "./users";

/** `Authorization: Bearer <ID token>` of the identity provider goes with it; the session cookie comes back. */
export const createSession = defineEndpoint({
  method: "POST",
  path: "/jwt",
  access: "everyone",
  body: z.object({ email }),
  response: z.object({ success: z.literal(true) }),
  // Every page that a signed-in person opens asks once, and a whole office may share one address.
  perMinute: 600,
});

export const endSession = defineEndpoint({
  method: "POST",
  path: "/logout",
  access: "everyone",
  response: z.object({ success: z.literal(true) }),
});

/** Runs on every sign-in. Fills a missing name or picture; role, status and e-mail in the body are never believed. */
export const saveUser = defineEndpoint({
  method: "PUT",
  path: "/save-user",
  access: "signed-in",
  body: z.object({
    // Comes from the sign-in provider. An invalid name must not block the login.
    name: z
      .string()
      .nullish()
      .transform((name) => cleanName(name ?? "", MAX_NAME_LENGTH)),
    image: optionalPictureUrl.catch(""),
    email: z.string().optional(),
    role: z.string().optional(),
    status: z.string().optional(),
  }),
  response: account.extend({
    /** With it, so that no page has to ask for it besides; counted no further than 100. */
    unreadNotices: z.number().int().optional(),
  }),
  perMinute: 120,
});
