import path from "node:path";
import type { RegistryRemote } from "@conquest/shared/contracts/parts/releases";
import { serverFolder } from "../../config/folders";
import { contentTypeOf } from "../store/content-type";
import type { LiveRegistry } from "./live-registry";
import { filesOfManifest } from "../store/read-manifest";
import { readRemote } from "./read-remote";
import type { StoredFile } from "../store/release-store";

/** In milliseconds. Whoever is asked answers at once, served or not: this is for when the machine is busy. */
const PATIENCE = 10_000;
const root = path.dirname(serverFolder);

const ask = (address: string) => fetch(address, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);

async function liveRemote(part: string, origin: string): Promise<RegistryRemote | null> {
  const answer = await ask(`${origin}/mf-manifest.json`);
  if (!answer?.ok) return null;
  const found = filesOfManifest(await answer.json());
  if (!found) return null;
  const { later: _, ...files } = found;
  const remote = await readRemote(path.join(root, part));
  return {
    current: { version: "dev", base: `/mf/${part}/dev/`, files: { ...files, pages: {} }, integrity: {}, remote },
    previous: null,
    isEnabled: true,
    reason: null,
  };
}

/** The registry with the remotes whose dev server answers in place of their releases; the others stay as released. */
export async function withLiveRemotes(
  live: LiveRegistry,
  remotes: Readonly<Record<string, string>>,
): Promise<LiveRegistry> {
  const found = await Promise.all(
    Object.entries(remotes).map(
      async ([part, origin]) => [part, await liveRemote(part, origin).catch(() => null)] as const,
    ),
  );
  const alive = Object.fromEntries(found.flatMap(([part, remote]) => (remote ? [[part, remote]] : [])));
  return { ...live, registry: { ...live.registry, remotes: { ...live.registry.remotes, ...alive } } };
}

/** The template of the shell's dev server; null when that does not answer. */
export async function developmentTemplate(origin: string): Promise<string | null> {
  const answer = await ask(`${origin}/index.html`);
  return answer?.ok ? answer.text() : null;
}

/** A file of a remote's dev server, as if it were one of a release; null when there is none. */
export async function liveFile(origin: string, file: string): Promise<StoredFile | null> {
  const answer = await ask(`${origin}/${file}`);
  if (!answer?.ok) return null;
  return {
    contentType: contentTypeOf(file),
    sha384: "",
    content: Buffer.from(await answer.arrayBuffer()),
    brotli: null,
    gzip: null,
  };
}
