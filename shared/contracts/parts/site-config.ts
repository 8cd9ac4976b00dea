import { z } from "zod";
import { LANGUAGES } from "./languages";

export const IDENTITY_KINDS = ["emulator", "firebase"] as const;
export const SOCIAL_NAMES = ["facebook", "x", "instagram", "youtube", "linkedin", "github"] as const;

/** The prize according to the specification, or the entry fee if the site chooses so. */
export const JOIN_AMOUNTS = ["prize", "registrationPrice"] as const;
export type JoinAmount = (typeof JOIN_AMOUNTS)[number];

/** Settings that the server embeds in the HTML. Nothing in it is secret. */
export const siteConfig = z.object({
  apiBase: z.string(),
  isProduction: z.boolean(),
  identity: z.object({
    kind: z.enum(IDENTITY_KINDS),
    emulatorUrl: z.string().nullable(),
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
  }),
  social: z.array(z.object({ name: z.enum(SOCIAL_NAMES), href: z.string() })),
  /** Older servers omit it; then it is the prize. */
  joinAmount: z.enum(JOIN_AMOUNTS).optional(),
  /** Changes with any of the site's pictures, so URLs with it can be cached forever. Older servers omit it. */
  mediaVersion: z.string().optional(),
  /** Omitted if the site is only in English. */
  languages: z.array(z.enum(LANGUAGES)).optional(),
  developer: z.literal(true).optional(),
});
export type SiteConfig = z.infer<typeof siteConfig>;
