import os from "node:os";
import type { OpenServer } from "../variants/open-server";
import { pin, pinGroup } from "./cores";

export const API_MEASURES = ["public", "signed-in", "joins", "join-cost", "start"] as const;
export type ApiMeasure = (typeof API_MEASURES)[number];

/** Results of the product and a baseline; values with the same index were measured in the same round. */
export interface Comparison {
  measure: ApiMeasure;
  what: string;
  other: string;
  product: number[];
  others: number[];
  unit: "a second" | "ms";
}

/** Pins the servers to one core and this client to another while `work` runs; PostgreSQL is not pinned. */
export async function withPinnedCores(servers: readonly OpenServer[], work: () => Promise<void>): Promise<void> {
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
