import { z } from "zod";

export const IDENTITY_KINDS = ["emulator", "firebase"] as const;
export const SOCIAL_NAMES = ["facebook", "x", "instagram", "youtube", "linkedin", "github"] as const;

/** The price of joining: the prize according to the specification, or the entry fee if the site chooses so. */
export const JOIN_AMOUNTS = ["prize", "registrationPrice"] as const;
export type JoinAmount = (typeof JOIN_AMOUNTS)[number];

/** Settings that the server embeds in the HTML. Nothing in it is secret. */
export const siteConfig = z.object({
  /** Base URL of the API: a path on this origin, or another origin. */
  apiBase: z.string(),
  isProduction: z.boolean(),
  identity: z.object({
    /** `emulator`: the local Auth emulator with its account chooser; `firebase`: a real project. */
    kind: z.enum(IDENTITY_KINDS),
    /** The emulator's URL; null for a real project. */
    emulatorUrl: z.string().nullable(),
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
  }),
  /** Social accounts shown in the footer, with https URLs. */
  social: z.array(z.object({ name: z.enum(SOCIAL_NAMES), href: z.string() })),
  /** Older servers omit it; then it is the prize. */
  joinAmount: z.enum(JOIN_AMOUNTS).optional(),
  /**
   * Changes with any of the site's own pictures, so URLs that include it can be cached forever. Older servers omit it.
   */
  mediaVersion: z.string().optional(),
  /** True if this browser shows the developer panel. */
  developer: z.literal(true).optional(),
});
export type SiteConfig = z.infer<typeof siteConfig>;
