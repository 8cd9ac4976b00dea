import { z } from "zod";
import { EXPOSED, type RemoteFiles, type SomeFiles } from "@conquest/shared/contracts/parts/releases";

const assets = z.object({ sync: z.array(z.string()).default([]), async: z.array(z.string()).default([]) });

/** As much of a federation manifest as the site relies on. */
const federationManifest = z.object({
  name: z.string(),
  metaData: z.object({ remoteEntry: z.object({ name: z.string().min(1), path: z.string().default("") }) }),
  exposes: z.array(z.object({ path: z.string(), assets: z.object({ js: assets, css: assets }) })),
});

/** Files by their route's path, as a remote's build writes them into pages.json. */
export const filesOfPages = z.record(
  z.string(),
  z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }),
) satisfies z.ZodType<Record<string, SomeFiles>>;

export interface ManifestFiles extends Omit<RemoteFiles, "pages"> {
  /** What is loaded when it is asked for. */
  later: string[];
}

/** The files that a federation manifest names for {@link EXPOSED}; null when it has another shape or does not expose that. */
export function filesOfManifest(manifest: unknown): ManifestFiles | null {
  const { data } = federationManifest.safeParse(manifest);
  const routes = data?.exposes.find(({ path }) => path === EXPOSED);
  if (!data || !routes) return null;
  const { name, path } = data.metaData.remoteEntry;
  const { js, css } = routes.assets;
  return {
    container: data.name,
    entry: path + name,
    scripts: js.sync,
    styles: css.sync,
    later: [...js.async, ...css.async],
  };
}

/** What a remote expects to find in the page: `files` are those of a copy that it brings for when it does not. */
export interface SharedModule {
  name: string;
  requiredVersion: string | undefined;
  files: string[];
}

const sharedModules = z.array(
  z.object({ name: z.string(), requiredVersion: z.string().optional(), assets: z.object({ js: assets }).optional() }),
);

/** Null where the manifest says nothing of it, or nothing that can be read. */
export function sharedOfManifest(manifest: Record<string, unknown> | null): SharedModule[] | null {
  const { data } = sharedModules.safeParse(manifest?.["shared"]);
  if (!data) return null;
  return data.map(({ name, requiredVersion, assets: own }) => ({
    name,
    requiredVersion,
    files: own ? [...own.js.sync, ...own.js.async] : [],
  }));
}

/** What a shell's build says of itself in shell.json. */
export const shellJson = z.object({
  /** The contract version that its remotes can rely on. */
  contract: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** Versions of the modules of which a page has one, by name; a trailing slash stands for every module below. */
  shared: z.record(z.string(), z.string()),
});
export type ShellJson = z.infer<typeof shellJson>;
