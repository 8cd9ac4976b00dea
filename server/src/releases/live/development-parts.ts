import path from "node:path";
import type { RegistryRemote } from "@conquest/shared/contracts/parts/releases";
import { serverFolder } from "../../config/folders";
import { contentTypeOf } from "../store/content-type";
import type { LiveRegistry } from "./live-registry";
import { filesOfManifest, filesOfPages } from "../store/read-manifest";
import { readRemote } from "./read-remote";
import type { StoredFile } from "../store/release-store";

/** Dev servers respond at once; this covers a busy machine. */
const TIMEOUT_MS = 10_000;
const root = path.dirname(serverFolder);

const tryFetch = (address: string) => fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);

async function liveRemote(part: string, origin: string): Promise<RegistryRemote | null> {
  const response = await tryFetch(`${origin}/mf-manifest.json`);
  if (!response?.ok) return null;
  const manifestFiles = filesOfManifest(await response.json());
  if (!manifestFiles) return null;
  const { later: _, ...files } = manifestFiles;
  const remote = await readRemote(path.join(root, part));
  const listed = await tryFetch(`${origin}/pages.json`);
  const { data = {} } = filesOfPages.safeParse(listed?.ok ? await listed.json() : {});
  // Development loads chunks later, but messages precede the first render.
  const pages = Object.fromEntries(
    Object.entries(data).map(([page, { messages }]) => [page, { scripts: [], styles: [], messages }]),
  );
  return {
    current: { version: "dev", base: `/mf/${part}/dev/`, files: { ...files, pages }, integrity: {}, remote },
    previous: null,
    isEnabled: true,
    reason: null,
  };
}

export async function withDevRemotes(
  live: LiveRegistry,
  remotes: Readonly<Record<string, string>>,
): Promise<LiveRegistry> {
  const devRemotes = await Promise.all(
    Object.entries(remotes).map(
      async ([part, origin]) => [part, await liveRemote(part, origin).catch(() => null)] as const,
    ),
  );
  const alive = Object.fromEntries(devRemotes.flatMap(([part, remote]) => (remote ? [[part, remote]] : [])));
  return { ...live, registry: { ...live.registry, remotes: { ...live.registry.remotes, ...alive } } };
}

export async function developmentTemplate(origin: string): Promise<string | null> {
  const response = await tryFetch(`${origin}/index.html`);
  return response?.ok ? response.text() : null;
}

export async function fetchDevFile(origin: string, file: string): Promise<StoredFile | null> {
  const response = await tryFetch(`${origin}/${file}`);
  if (!response?.ok) return null;
  return {
    contentType: contentTypeOf(file),
    sha384: "",
    content: Buffer.from(await response.arrayBuffer()),
    brotli: null,
    gzip: null,
  };
}
