import { createContext, useContext, useSyncExternalStore } from "react";
import type { PendingHydration } from "../hydration/hydration-state";
import type { KnownRegistry } from "../registry/known-registry";
import type { SiteMap } from "../registry/site-map";
import type { Parts } from "./parts";

/** What this page knows of the remotes: their pages and menus, and how to load them. */
export interface Site {
  registry: KnownRegistry;
  map: SiteMap;
  parts: Parts;
  /** The path that the page was opened at: whether the site has it, the page's HTML said. Null where that could not be read. */
  firstPath: string | null;
  /** The shell's; a dev server has none. */
  shellVersion?: string | undefined;
  /** The first page, where the server drew it. */
  standing: PendingHydration | null;
}

const SiteContext = createContext<Site | undefined>(undefined);

export const SiteProvider = SiteContext.Provider;

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("There is no SiteProvider around this.");
  return site;
}

/** Whether this page knows of all parts; until then an address that it does not know may still be one of the site's. */
export function useKnowsAllParts(): boolean {
  const { registry } = useSite();
  return useSyncExternalStore(registry.subscribe, registry.isWhole, () => false);
}

/** Whether this page knows of as many parts as it could: what is still missing could not be read, and may be for long. */
export function useHasAskedForParts(): boolean {
  const { registry } = useSite();
  return useSyncExternalStore(registry.subscribe, registry.hasAsked, () => false);
}
