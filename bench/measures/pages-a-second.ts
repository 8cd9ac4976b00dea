import type { FrontedSite } from "../variants/open-site";
import { pin, pinGroup } from "../load/cores";
import { requestsPerSecond } from "../load/requests-a-second";

export interface PageRates {
  /** Rates for the same address, served from the cache. */
  kept: number[];
  /** Rates for a new address each time, rendered every time. */
  drawn: number[];
}

const SECONDS = 5;
const WARM_UP_SECONDS = 3;

/** Measures the server without the proxy; server and client are pinned to different cores. */
export async function pagesPerSecond({ port, child }: FrontedSite, cores: number, rounds: number): Promise<PageRates> {
  const measured: PageRates = { kept: [], drawn: [] };
  const server = child.process.pid!;
  await pinGroup(server, "0");
  await pin(process.pid, "1");
  let count = 0;
  const measureRate = (pathOf: () => string, seconds = SECONDS) =>
    requestsPerSecond(port, seconds, (request) => ({ ...request, path: pathOf() }));
  try {
    await measureRate(() => "/", WARM_UP_SECONDS);
    await measureRate(() => `/?n=${(count += 1)}`, WARM_UP_SECONDS);
    for (let round = 0; round < rounds; round += 1) {
      measured.kept.push(await measureRate(() => "/"));
      measured.drawn.push(await measureRate(() => `/?n=${(count += 1)}`));
      console.log(`  kept ${measured.kept.at(-1)!.toFixed(0)}, drawn ${measured.drawn.at(-1)!.toFixed(0)}`);
    }
  } finally {
    await pinGroup(server, `0-${cores - 1}`);
    await pin(process.pid, `0-${cores - 1}`);
  }
  return measured;
}
