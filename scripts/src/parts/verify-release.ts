import { DRAWING_FILE, type Build } from "@conquest/server/src/releases/store/release-store";

/** A server looks for changes of the registry several times a second; 20 looks are 10 seconds. */
const LOOKS = 20;
const PAUSE_MS = 500;
const PATIENCE_MS = 10_000;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));
const ask = (address: string) => fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });

/** Rejects unless the site answers every file of the release byte for byte. */
export async function verifyFiles(siteUrl: string, { part, files }: Build, version: string): Promise<void> {
  const base = `/mf/${part}/${version}/`;
  // HTML goes out as pages only, with what the server writes into it; what pages are drawn with goes out to nobody.
  for (const { path, content } of files.filter(({ path }) => !path.endsWith(".html") && path !== DRAWING_FILE)) {
    const answer = await ask(`${siteUrl}${base}${path}`);
    if (!answer.ok) throw new Error(`${path} was uploaded but is answered with ${answer.status}.`);
    if (!content.equals(Buffer.from(await answer.arrayBuffer())))
      throw new Error(`${path} is answered with other bytes than were uploaded.`);
  }
}

/** Rejects unless the site answers every file of the release and, within some seconds, gives it to new tabs. */
export async function verifyRelease(siteUrl: string, build: Build, version: string, wait = pause): Promise<void> {
  await verifyFiles(siteUrl, build, version);
  await untilLive(siteUrl, build.part, version, wait);
}

/** Resolves once the site gives this version of the part to new tabs; rejects where it does not within some seconds. */
export async function untilLive(siteUrl: string, part: string, version: string, wait = pause): Promise<void> {
  for (let look = 1; look <= LOOKS; look += 1) {
    if (await isLive(siteUrl, part, `/mf/${part}/${version}/`).catch(() => false)) return;
    await wait();
  }
  throw new Error(`${part} ${version} was uploaded, but the site at ${siteUrl} does not give it to new tabs yet.`);
}

/** Remotes stand in the registry; the shell is what pages are made of. */
async function isLive(siteUrl: string, part: string, base: string): Promise<boolean> {
  if (part === "shell") return (await (await ask(`${siteUrl}/`)).text()).includes(`="${base}`);
  const { remotes } = (await (await ask(`${siteUrl}/mf/registry.json`)).json()) as {
    remotes: Record<string, { current: { base: string } } | undefined>;
  };
  return remotes[part]?.current.base === base;
}
