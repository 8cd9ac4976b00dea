import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Published, PublishedVersion } from "./compare-versions";

const MAX_CONCURRENT = 6;
const TIMEOUT_MS = 60_000;
/** Without a network, npm would try for minutes. */
const FAST = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000"];

export class NoRegistryError extends Error {
  override name = "NoRegistryError";
}

interface ViewedVersion {
  version: string;
  "engines.node"?: string;
  "dist-tags.latest": string;
}

/** Reads npm's answer about one or more versions of a package. */
export function parseView(json: string): Published {
  const parsed = JSON.parse(json) as ViewedVersion | ViewedVersion[];
  const versions = Array.isArray(parsed) ? parsed : [parsed];
  return {
    latest: versions[0]!["dist-tags.latest"],
    versions: versions.map((each): PublishedVersion => ({ version: each.version, node: each["engines.node"] })),
  };
}

async function view(name: string, used: string): Promise<Published> {
  const args = ["view", `${name}@>=${used}`, "version", "engines.node", "dist-tags.latest", "--json", ...FAST];
  try {
    // npm knows the registry, its credentials and proxies.
    const { stdout } = await promisify(execFile)("npm", args, { timeout: TIMEOUT_MS, maxBuffer: 1e8 });
    return parseView(stdout);
  } catch (error) {
    const { stderr = "", message } = error as { stderr?: string; message: string };
    const reason = /npm error (?:code )?([^\n]+)/.exec(stderr)?.[1] ?? message.split("\n")[0];
    throw new NoRegistryError(`The package registry did not respond for ${name}: ${reason}`);
  }
}

/** Asks the registry about each package; throws a NoRegistryError at the first failure. */
export async function readPublished(used: ReadonlyMap<string, ReadonlySet<string>>): Promise<Map<string, Published>> {
  const waiting = [...used];
  const published = new Map<string, Published>();
  async function work() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, versions] = next;
      try {
        published.set(name, await view(name, [...versions][0]!));
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  return published;
}
