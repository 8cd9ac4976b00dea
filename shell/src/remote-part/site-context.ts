import { createContext, useContext } from "react";
import type { SiteMap } from "../registry/site-map";
import type { Parts } from "./parts";

/** What this page knows of the remotes: their pages and menus, and how to load them. Fixed while the page lives. */
export interface Site {
  map: SiteMap;
  parts: Parts;
}

const SiteContext = createContext<Site | undefined>(undefined);

export const SiteProvider = SiteContext.Provider;

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("Nothing of the site may be drawn outside SiteProvider.");
  return site;
}
