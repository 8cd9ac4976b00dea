import { createContext, useContext, useSyncExternalStore } from "react";
import type { PendingHydration } from "../hydration/hydration-state";
import type { PageRegistry } from "../registry/page-registry";
import type { SiteMap } from "../registry/site-map";
import type { Parts } from "./parts";

export interface Site {
  registry: PageRegistry;
  map: SiteMap;
  parts: Parts;
  /** The initial path, which the inlined registry is known to cover; null if that was unreadable. */
  firstPath: string | null;
  shellVersion?: string | undefined;
  pendingHydration: PendingHydration | null;
}

const SiteContext = createContext<Site | undefined>(undefined);

export const SiteProvider = SiteContext.Provider;

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("There is no SiteProvider around this.");
  return site;
}

/** Whether the full registry is loaded. Until then, an unknown path may still be valid. */
export function useKnowsAllParts(): boolean {
  const { registry } = useSite();
  return useSyncExternalStore(registry.subscribe, registry.isWhole, () => false);
}

/** Whether the full registry was requested, even if some entries were unreadable. */
export function useHasRequestedAllParts(): boolean {
  const { registry } = useSite();
  return useSyncExternalStore(registry.subscribe, registry.hasAsked, () => false);
}
