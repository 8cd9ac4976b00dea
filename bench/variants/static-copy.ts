import { brotliCompressSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import type { Certificate } from "../front/certificate";
import { openFront, type OwnFile } from "../front/front";
import type { FrontedSite } from "./open-site";
import { savePage } from "./saved-page";

interface StaticCopy {
  url: string;
  close(): Promise<void>;
}

/** Serves pages of `site` saved as HTML; stylesheets, pictures and fonts still come from the site. */
export async function openStaticCopy(
  certificate: Certificate,
  browser: Browser,
  site: FrontedSite,
  pages: { path: string; content: string }[],
): Promise<StaticCopy> {
  const saved = new Map<string, OwnFile>();
  const front = await openFront(certificate);
  front.behind = site.port;
  front.own = async (path) => saved.get(path);
  for (const { path, content } of pages) {
    const serveCopy = (html: string, headers: Record<string, string>) => {
      const content = brotliCompressSync(html);
      saved.set(path, {
        contentType: "text/html; charset=utf-8",
        cacheControl: "no-cache",
        content,
        encoding: "br",
        headers,
      });
      return front.url + path;
    };
    const { difference } = await savePage(browser, site.url + path, content, serveCopy);
    console.log(
      `  saved ${path}: ${difference === 0 ? "looks the same" : `differs in ${(difference * 100).toFixed(3)} % of its pixels`}`,
    );
  }
  return { url: front.url, close: front.close };
}
