import { z } from "zod";

export const IDENTITY_KINDS = ["emulator", "firebase"] as const;
export const SOCIAL_NAMES = ["facebook", "x", "instagram", "youtube", "linkedin", "github"] as const;

/** What a site charges for joining: the specification says the prize; a site may choose the entry fee instead. */
export const JOIN_AMOUNTS = ["prize", "registrationPrice"] as const;
export type JoinAmount = (typeof JOIN_AMOUNTS)[number];

/** Settings that the server hands to the browser inside the HTML. Nothing in it is secret. */
export const siteConfig = z.object({
  /** Base address of the API: a path on this origin, or another origin's address. */
  apiBase: z.string(),
  isProduction: z.boolean(),
  identity: z.object({
    /** `emulator`: the local Auth emulator with its account chooser; `firebase`: a real project. */
    kind: z.enum(IDENTITY_KINDS),
    /** Address of the emulator, with scheme; null for a real project. */
    emulatorUrl: z.string().nullable(),
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
  }),
  /** Social accounts to show in the footer: name and https address. */
  social: z.array(z.object({ name: z.enum(SOCIAL_NAMES), href: z.string() })),
  /** Not every server says it: then it is the prize. */
  joinAmount: z.enum(JOIN_AMOUNTS).optional(),
  /** Changes with any of the site's own pictures: an address that carries it may be kept for good. Not every server says it. */
  mediaVersion: z.string().optional(),
  /** Whether this browser is to have the developer panel. */
  developer: z.literal(true).optional(),
});
export type SiteConfig = z.infer<typeof siteConfig>;
