import { registry, type Registry } from "@conquest/shared/contracts/releases";
import { http } from "@conquest/shared/singletons/http";
import { pageData } from "./page-data";

const LAST_GOOD = "conquest.registry";
const DEADLINE_MS = 4000;

/** The registry that came inside the page, ready before anything is drawn. */
export function inlinedRegistry(): Registry | undefined {
  return remember(pageData("conquest-registry"));
}

/**
 * The registry for a page that came without one: from the server, else the last one that this browser could use.
 * Undefined when there is neither; the frame of the site then stands alone.
 */
export async function fetchedRegistry(): Promise<Registry | undefined> {
  const answer = await http.get<unknown>("/mf/registry.json", { timeout: DEADLINE_MS }).catch(() => undefined);
  return remember(answer?.data) ?? lastGood();
}

function remember(value: unknown): Registry | undefined {
  const { data } = registry.safeParse(value);
  if (!data) return undefined;
  try {
    localStorage.setItem(LAST_GOOD, JSON.stringify(data));
  } catch {
    // No room or no permission: it is only a reserve.
  }
  return data;
}

function lastGood(): Registry | undefined {
  try {
    return registry.safeParse(JSON.parse(localStorage.getItem(LAST_GOOD) ?? "null")).data;
  } catch {
    return undefined;
  }
}
