import { z } from "zod";
import { remoteJson } from "./remote";

/** File names below a release's base. */
const fileList = z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) });
/** `messages` are scripts by language, which add the translations of the page's messages. */
const pageFiles = fileList.extend({ messages: z.record(z.string(), z.string()).optional() });
export type ReleaseFiles = z.infer<typeof pageFiles>;

const remoteFiles = fileList.extend({
  /** The global name under which the remote's script registers its container. */
  container: z.string(),
  entry: z.string(),
  pages: z.record(z.string(), pageFiles),
});
export type RemoteFiles = z.infer<typeof remoteFiles>;

/** One build of a part. All files are below `base` and immutable. */
export const release = z.object({
  version: z.string(),
  base: z.string(),
  files: remoteFiles,
  integrity: z.record(z.string(), z.string()),
  remote: remoteJson,
});
export type Release = z.infer<typeof release>;

export const registryRemote = z.object({
  current: release,
  /** Fallback if `current` fails to load. */
  previous: release.nullable(),
  isEnabled: z.boolean(),
  reason: z.string().nullable(),
});

/** A page's HTML contains only the remotes it needs; GET /mf/registry.json returns all. */
export const registry = z.object({
  schema: z.literal(2),
  revision: z.number().int(),
  /** True in a page that contains the complete registry. */
  isWhole: z.literal(true).optional(),
  /** The shell's version; omitted in pages, which have their own shell. */
  shell: z.string().optional(),
  remotes: z.record(z.string(), registryRemote),
});
export type Registry = z.infer<typeof registry>;
export type RegistryRemote = z.infer<typeof registryRemote>;

/** The single module that every remote exposes: its routes. */
export const EXPOSED_MODULE = "./routes";
