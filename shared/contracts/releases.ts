import { z } from "zod";
import { remoteJson } from "./remote";

/** One build of a part. All addresses are below `base`; nothing under it ever changes. */
export const release = z.object({
  version: z.string(),
  /** Like `/mf/mf-public/3f9a…/`. */
  base: z.string(),
  /** The federation manifest (`mf-manifest.json`) itself, so that nobody has to fetch it. */
  manifest: z.record(z.string(), z.unknown()),
  /** `sha384-…` of every script and stylesheet, by file name below `base`. */
  integrity: z.record(z.string(), z.string()),
  remote: remoteJson,
});
export type Release = z.infer<typeof release>;

export const registryRemote = z.object({
  current: release,
  /** Loaded when `current` does not. */
  previous: release.nullable(),
  isEnabled: z.boolean(),
  /** Why it is disabled, as a sentence for the people who use the site. */
  reason: z.string().nullable(),
});

/** What the shell may load, as inlined in the HTML and answered by GET /mf/registry.json. */
export const registry = z.object({
  schema: z.literal(1),
  /** Grows with every change. */
  revision: z.number().int(),
  /** By part name, like `mf-public`. */
  remotes: z.record(z.string(), registryRemote),
});
export type Registry = z.infer<typeof registry>;
export type RegistryRemote = z.infer<typeof registryRemote>;
