import type { Registry } from "@conquest/shared/contracts/releases";
import { http } from "@conquest/shared/singletons/http";
import { pageData } from "./page-data";

const LAST_GOOD = "conquest.registry";
const DEADLINE_MS = 4000;

/** As much of the registry as came inside the page, ready before anything is drawn. */
export const inlinedRegistry = (): Registry | undefined => readable(pageData("conquest-registry"));

/**
 * The whole registry: from the server, else the last one that this browser could use. Undefined when there is neither; what
 * the page knows by itself then has to do.
 */
export async function fetchedRegistry(): Promise<Registry | undefined> {
  const answer = await http.get<unknown>("/mf/registry.json", { timeout: DEADLINE_MS }).catch(() => undefined);
  return remember(readable(answer?.data)) ?? lastGood();
}

function remember(registry: Registry | undefined): Registry | undefined {
  try {
    if (registry) localStorage.setItem(LAST_GOOD, JSON.stringify(registry));
  } catch {
    // No room or no permission: it is only a reserve.
  }
  return registry;
}

function lastGood(): Registry | undefined {
  try {
    return readable(JSON.parse(localStorage.getItem(LAST_GOOD) ?? "null"));
  } catch {
    return undefined;
  }
}

/** Our own server wrote it, or an older one of ours: it is of this form, or of none that this page can use. */
function readable(value: unknown): Registry | undefined {
  const { schema, revision, remotes } = (value ?? {}) as Partial<Registry>;
  return schema === 2 && typeof revision === "number" && typeof remotes === "object" && remotes !== null ? (value as Registry) : undefined;
}
