import os from "node:os";
import type { OpenServer } from "../variants/open-server";
import { pin, pinGroup } from "./cores";

export const API_MEASURES = ["public", "signed-in", "joins", "join-cost", "start"] as const;
export type ApiMeasure = (typeof API_MEASURES)[number];

/** The same of the product and of something else; figures at the same place were made one after the other. */
export interface Comparison {
  measure: ApiMeasure;
  /** What was done, and on which database. */
  what: string;
  /** What the product is compared with. */
  other: string;
  product: number[];
  others: number[];
  unit: "a second" | "ms";
}

/** While `work` runs, the servers are on one core and who asks is on the other; a PostgreSQL may run on both. */
export async function onCoresOfTheirOwn(servers: readonly OpenServer[], work: () => Promise<void>): Promise<void> {
  const all = `0-${os.cpus().length - 1}`;
  try {
    await Promise.all(servers.map(({ process: { pid } }) => pinGroup(pid!, "0")));
    await pin(process.pid, "1");
    await work();
  } finally {
    await Promise.all(servers.map(({ process: { pid } }) => pinGroup(pid!, all)));
    await pin(process.pid, all);
  }
}

/** Measures both in turns, the one that comes first changing each time. */
export async function alternateRuns(
  rounds: number,
  comparisons: readonly [Comparison, product: () => Promise<number>, other: () => Promise<number>][],
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const [comparison, product, other] of comparisons) {
      const isFirst = round % 2 === 0;
      if (isFirst) comparison.product.push(await product());
      comparison.others.push(await other());
      if (!isFirst) comparison.product.push(await product());
      console.log(
        `  ${comparison.what}: ${comparison.product.at(-1)!.toFixed(0)}, ${comparison.other}: ${comparison.others.at(-1)!.toFixed(0)} ${comparison.unit}`,
      );
    }
  }
}
