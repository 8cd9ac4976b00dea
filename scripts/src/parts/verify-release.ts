import { SSR_BUNDLE_FILE, type Build } from "@conquest/server/src/releases/store/release-store";

/** Servers check the registry several times a second; 20 attempts take 10 seconds. */
const MAX_ATTEMPTS = 20;
const PAUSE_MS = 500;
const TIMEOUT_MS = 10_000;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));
const fetchWithTimeout = (address: string) => fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });

export async function verifyFiles(siteUrl: string, { part, files }: Build, version: string): Promise<void> {
  const base = `/mf/${part}/${version}/`;
  // HTML is only served as rendered pages, and the SSR bundle never.
  for (const { path, content } of files.filter(({ path }) => !path.endsWith(".html") && path !== SSR_BUNDLE_FILE)) {
    const response = await fetchWithTimeout(`${siteUrl}${base}${path}`);
    if (!response.ok) throw new Error(`${path} was uploaded, but the site responds with ${response.status}.`);
    if (!content.equals(Buffer.from(await response.arrayBuffer())))
      throw new Error(`${path} has other content than was uploaded.`);
  }
}

export async function verifyRelease(siteUrl: string, build: Build, version: string, wait = pause): Promise<void> {
  await verifyFiles(siteUrl, build, version);
  await waitUntilLive(siteUrl, build.part, version, wait);
}

export async function waitUntilLive(siteUrl: string, part: string, version: string, wait = pause): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (await isLive(siteUrl, part, `/mf/${part}/${version}/`).catch(() => false)) return;
    await wait();
  }
  throw new Error(`${part} ${version} was uploaded, but the site at ${siteUrl} does not serve it to new tabs yet.`);
}

async function isLive(siteUrl: string, part: string, base: string): Promise<boolean> {
  if (part === "shell") return (await (await fetchWithTimeout(`${siteUrl}/`)).text()).includes(`="${base}`);
  const { remotes } = (await (await fetchWithTimeout(`${siteUrl}/mf/registry.json`)).json()) as {
    remotes: Record<string, { current: { base: string } } | undefined>;
  };
  return remotes[part]?.current.base === base;
}
