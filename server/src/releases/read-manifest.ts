import { z } from "zod";
import { EXPOSED, type RemoteFiles, type SomeFiles } from "@conquest/shared/contracts/releases";

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
  return { container: data.name, entry: path + name, scripts: js.sync, styles: css.sync, later: [...js.async, ...css.async] };
}
