import type { Fault } from "@conquest/shared/contracts/parts/developer";
import { containerName } from "@conquest/shared/contracts/parts/remote";

/** Noticeable, but below the page's timeout. */
const SLOW_MS = 3_000;
/** Longer than any page's timeout. */
const HANG_MS = 60_000;

export interface FaultyFile {
  part: string;
  path: string;
  fault: Fault;
}

export interface FaultyResponse {
  after?: number;
  isCutOff?: true;
  status?: number;
  body?: { type: string; text: string };
  change?: (text: string) => string;
}

const isCode = (path: string) => /\.(js|css)$/.test(path);

const isPageChunk = (path: string) => path.startsWith("page-");

/** Returns the response for this fault; null if the file is unaffected, like pictures and fonts. */
export function faultyResponse({ part, path, fault }: FaultyFile): FaultyResponse | null {
  if (!isCode(path)) return null;
  switch (fault) {
    case "down":
      return { isCutOff: true };
    case "slow":
      return { after: SLOW_MS };
    case "hangs":
      return { after: HANG_MS, isCutOff: true };
    case "missing":
      return { status: 404 };
    case "chunk":
      return isPageChunk(path) ? { status: 404 } : null;
    case "500":
      return { status: 500, body: { type: "text/plain; charset=utf-8", text: "This part is switched to fail." } };
    case "html":
      return {
        body: {
          type: "text/html; charset=utf-8",
          text: "<!doctype html><title>A page</title><p>A page, where a file of a part should be.</p>",
        },
      };
    case "tampered":
      return { change: (text) => `${text}\n${path.endsWith(".js") ? ";window.tampered=true;" : "body{display:none}"}` };
    case "crash":
      return path === "remoteEntry.js" ? { change: (text) => text + crashing(containerName(part)) } : null;
    // Simulated in the registry response; the files are unchanged.
    case "skew":
      return null;
  }
}

/** The part loads, but its component throws when it renders. */
const crashing = (container: string) => `
;{const sound=${container};${container}={init:(...given)=>sound.init(...given),get:async(name)=>{const make=await sound.get(name);return()=>({...make(),default(){throw new Error("This part is switched to crash.")}})}}}`;
