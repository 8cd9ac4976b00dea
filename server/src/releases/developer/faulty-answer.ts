import type { Fault } from "@conquest/shared/contracts/parts/developer";
import { containerName } from "@conquest/shared/contracts/parts/remote";

/** Long enough to be seen, in milliseconds, and below what a page waits for a file. */
const SLOW_MS = 3_000;
/** Longer than any page waits. */
const HANG_MS = 60_000;

export interface FaultyFile {
  part: string;
  /** Below the folder of its release. */
  path: string;
  fault: Fault;
}

/** What takes the place of a file's answer. */
export interface FaultyAnswer {
  /** Milliseconds until anything is answered. */
  after?: number;
  /** Ends the connection without a word. */
  isCutOff?: true;
  status?: number;
  /** In place of the file. */
  body?: { type: string; text: string };
  /** What becomes of the file's text. */
  change?: (text: string) => string;
}

const isCode = (path: string) => /\.(js|css)$/.test(path);

/** The build names the chunk of a page so. */
const isOfPage = (path: string) => path.startsWith("page-");

/** How a file is answered with this fault; null as it is. Pictures and fonts are. */
export function faultyAnswer({ part, path, fault }: FaultyFile): FaultyAnswer | null {
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
      return isOfPage(path) ? { status: 404 } : null;
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
    // Told by the registry that the page goes by; its files are sound.
    case "skew":
      return null;
  }
}

/** All of the part loads; what it draws does not. */
const crashing = (container: string) => `
;{const sound=${container};${container}={init:(...given)=>sound.init(...given),get:async(name)=>{const make=await sound.get(name);return()=>({...make(),default(){throw new Error("This part is switched to crash.")}})}}}`;
