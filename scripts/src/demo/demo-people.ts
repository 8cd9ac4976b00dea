import { z } from "zod";
import { count, readContent, text } from "./read-content";

const person = z.strictObject({ name: text, portrait: z.enum(["woman", "man"]) });
const account = <Role extends string>(role: Role) => person.extend({ email: z.email(), role: z.literal(role) });
/** `followers` users may join a creator's contests. */
const creator = { followers: count };

const people = readContent(
  "people",
  z.strictObject({
    accounts: z.tuple([account("admin"), account("creator").extend(creator), account("user")]),
    creators: z.array(person.extend(creator)),
    participants: z.array(person.extend({ requestsRole: z.literal(true).optional(), blockedBecause: text.optional() })),
    messages: z.array(
      z.strictObject({
        name: text,
        email: z.email(),
        daysAgo: count,
        isHandled: z.boolean(),
        reply: text.nullable(),
        message: text,
      }),
    ),
  }),
);

export const DEMO_ACCOUNTS = people.accounts;
export const [ADMIN, DEMO_CREATOR, DEMO_USER] = DEMO_ACCOUNTS;
export const DEMO_PASSWORD = "Conquest-2026";
export const CREATORS = people.creators;
export const PARTICIPANTS = people.participants;
export const CONTACT_MESSAGES = people.messages;

export const emailOf = (name: string) => `${name.toLowerCase().replaceAll(" ", ".")}@conquest.test`;
