import type { CDPSession } from "@playwright/test";

/** A mobile connection: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up. Throughput is in bytes per second. */
const CONNECTION = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

export const CPU_SLOWDOWN = 4;

export const CIRCUMSTANCES =
  "150 ms round trip, 1.6 Mbit/s down and 0.75 up, processor four times slower, cold cache, HTTP/2 and TLS";

export async function slowDown(cdp: CDPSession, cpuSlowdown = CPU_SLOWDOWN): Promise<void> {
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", CONNECTION);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
}
