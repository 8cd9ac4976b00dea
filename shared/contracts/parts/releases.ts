import { z } from "zod";
import { remoteJson } from "./remote";

/** Names of scripts and stylesheets below a release's base. */
const someFiles = z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) });
export type SomeFiles = z.infer<typeof someFiles>;

/** What a browser loads of a remote. */
const remoteFiles = someFiles.extend({
  /** The container's name, as its script announces itself. */
  container: z.string(),
  entry: z.string(),
  /** What a page needs beside that, by its route's path. */
  pages: z.record(z.string(), someFiles),
});
export type RemoteFiles = z.infer<typeof remoteFiles>;

/** One build of a part. All addresses are below `base`; nothing under it ever changes. */
export const release = z.object({
  version: z.string(),
  /** Like `/mf/mf-public/3f9a…/`. */
  base: z.string(),
  files: remoteFiles,
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

/** What the shell may load. A page's HTML carries as much of it as that page needs; GET /mf/registry.json answers the whole. */
export const registry = z.object({
  schema: z.literal(2),
  /** Grows with every change. */
  revision: z.number().int(),
  /** Says inside a page that there is nothing more to ask for. */
  isWhole: z.literal(true).optional(),
  /** The shell's version; not inside a page, whose shell is beside it. */
  shell: z.string().optional(),
  /** By part name, like `mf-public`. */
  remotes: z.record(z.string(), registryRemote),
});
export type Registry = z.infer<typeof registry>;
export type RegistryRemote = z.infer<typeof registryRemote>;

/** The one module that every remote exposes: its pages. */
export const EXPOSED = "./routes";
