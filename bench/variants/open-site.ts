import { rm } from "node:fs/promises";
import { startSite, stopSite, type SiteChild } from "@conquest/scripts/src/process/site-child";
import type { Certificate } from "../front/certificate";
import { openFront } from "../front/front";

export interface FrontedSite {
  url: string;
  /** The port of the server itself. */
  port: number;
  child: SiteChild;
  close(): Promise<void>;
}

/** Starts the site like `npm start`, with its own data and ports, behind a proxy. */
export async function openSite(certificate: Certificate, sources?: string): Promise<FrontedSite> {
  const front = await openFront(certificate);
  const child = await startSite({
    ...(sources && { sources }),
    // All requests of a bench come from one address.
    env: { SITE_URL: front.url, TRUST_PROXY: "loopback", REQUESTS_PER_MINUTE: "10000000" },
  });
  const port = Number(new URL(child.url).port);
  front.behind = port;
  return {
    url: front.url,
    port,
    child,
    async close() {
      await front.close();
      await stopSite(child);
      await rm(child.dataFolder, { recursive: true, force: true });
    },
  };
}
