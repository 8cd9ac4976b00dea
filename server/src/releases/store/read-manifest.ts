import { z } from "zod";
import { EXPOSED_MODULE, type RemoteFiles, type ReleaseFiles } from "@conquest/shared/contracts/parts/releases";

const assets = z.object({ sync: z.array(z.string()).default([]), async: z.array(z.string()).default([]) });

const federationManifest = z.object({
  name: z.string(),
  metaData: z.object({ remoteEntry: z.object({ name: z.string().min(1), path: z.string().default("") }) }),
  exposes: z.array(z.object({ path: z.string(), assets: z.object({ js: assets, css: assets }) })),
});

export const filesOfPages = z.record(
  z.string(),
  z.object({
    scripts: z.array(z.string()),
    styles: z.array(z.string()),
    messages: z.record(z.string(), z.string()).optional(),
  }),
) satisfies z.ZodType<Record<string, ReleaseFiles>>;

export interface ManifestFiles extends Omit<RemoteFiles, "pages"> {
  later: string[];
}

/** Returns the files of {@link EXPOSED_MODULE}; null if the manifest is invalid or does not expose it. */
export function filesOfManifest(manifest: unknown): ManifestFiles | null {
  const { data } = federationManifest.safeParse(manifest);
  const routes = data?.exposes.find(({ path }) => path === EXPOSED_MODULE);
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

/** A module the remote expects from the page; `files` is its bundled fallback copy, if any. */
export interface SharedModule {
  name: string;
  requiredVersion: string | undefined;
  files: string[];
}

const sharedModules = z.array(
  z.object({ name: z.string(), requiredVersion: z.string().optional(), assets: z.object({ js: assets }).optional() }),
);

export function sharedOfManifest(manifest: Record<string, unknown> | null): SharedModule[] | null {
  const { data } = sharedModules.safeParse(manifest?.["shared"]);
  if (!data) return null;
  return data.map(({ name, requiredVersion, assets: own }) => ({
    name,
    requiredVersion,
    files: own ? [...own.js.sync, ...own.js.async] : [],
  }));
}

export const shellJson = z.object({
  contract: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** Singleton module versions by name; a trailing slash matches every module below. */
  shared: z.record(z.string(), z.string()),
});
export type ShellJson = z.infer<typeof shellJson>;
