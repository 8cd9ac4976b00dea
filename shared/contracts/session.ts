import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";
import { email, optionalPictureUrl } from "./text/fields";
import { MAX_NAME_LENGTH, cleanName } from "./text/names";
import { account } from "./users";

/** Requires `Authorization: Bearer <ID token>` of the identity provider; sets the session cookie. */
export const createSession = defineEndpoint("POST /jwt", "everyone", {
  body: z.object({ email }),
  response: z.object({ success: z.literal(true) }),
  // Every page a signed-in user opens calls it once, and a whole office may share one address.
  perMinute: 600,
});

export const endSession = defineEndpoint("POST /logout", "everyone", {
  response: z.object({ success: z.literal(true) }),
});

/** Called on every sign-in. Fills a missing name or picture; role, status and email in the body are ignored. */
export const saveUser = defineEndpoint("PUT /save-user", "signed-in", {
  body: z.object({
    // From the identity provider. An invalid name must not prevent signing in.
    name: z
      .string()
      .nullish()
      .transform((name) => cleanName(name ?? "", MAX_NAME_LENGTH)),
    image: optionalPictureUrl.catch(""),
    email: z.string().optional(),
    role: z.string().optional(),
    status: z.string().optional(),
  }),
  response: account.extend({ unreadNotices: z.number().int().optional() }),
  perMinute: 120,
});
