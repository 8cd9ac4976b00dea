import type { FrontedSite } from "../variants/open-site";
import { pin, pinGroup } from "../load/cores";
import { requestsASecond } from "../load/requests-a-second";

export interface PagesASecond {
  /** The same address again and again. */
  kept: number[];
  /** Each time another address of the same page. */
  drawn: number[];
}

const SECONDS = 5;
const WARM_UP_SECONDS = 3;

/** Asked of the server itself, without the front: it is on one core, and who asks on the other. */
export async function pagesASecond({ port, child }: FrontedSite, cores: number, rounds: number): Promise<PagesASecond> {
  const measured: PagesASecond = { kept: [], drawn: [] };
  const server = child.process.pid!;
  await pinGroup(server, "0");
  await pin(process.pid, "1");
  let count = 0;
  const ask = (pathOf: () => string, seconds = SECONDS) =>
    requestsASecond(port, seconds, (request) => ({ ...request, path: pathOf() }));
  try {
    // The first answers are of code that has not been compiled yet.
    await ask(() => "/", WARM_UP_SECONDS);
    await ask(() => `/?n=${(count += 1)}`, WARM_UP_SECONDS);
    for (let round = 0; round < rounds; round += 1) {
      measured.kept.push(await ask(() => "/"));
      measured.drawn.push(await ask(() => `/?n=${(count += 1)}`));
      console.log(`  kept ${measured.kept.at(-1)!.toFixed(0)}, drawn ${measured.drawn.at(-1)!.toFixed(0)}`);
    }
  } finally {
    await pinGroup(server, `0-${cores - 1}`);
    await pin(process.pid, `0-${cores - 1}`);
  }
  return measured;
}
