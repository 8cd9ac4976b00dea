import type { CDPSession } from "@playwright/test";

/** What a page has fetched, as it came over the wire. */
export interface Traffic {
  bytes: number;
  requests: number;
  /** True once nothing has been under way for so many milliseconds. */
  isQuietFor(milliseconds: number): boolean;
}

export function watchTraffic(cdp: CDPSession): Traffic {
  const underWay = new Set<string>();
  let lastAt = performance.now();
  const traffic: Traffic = {
    bytes: 0,
    requests: 0,
    isQuietFor: (milliseconds) => underWay.size === 0 && performance.now() - lastAt >= milliseconds,
  };
  const end = (requestId: string) => {
    lastAt = performance.now();
    return underWay.delete(requestId);
  };
  cdp.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (/^(data|blob):/.test(request.url)) return;
    lastAt = performance.now();
    underWay.add(requestId);
    traffic.requests += 1;
  });
  // What was preloaded is asked for a second time where it is used, and then comes from memory.
  cdp.on("Network.requestServedFromCache", ({ requestId }) => {
    if (end(requestId)) traffic.requests -= 1;
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (end(requestId)) traffic.bytes += encodedDataLength;
  });
  cdp.on("Network.loadingFailed", ({ requestId }) => void end(requestId));
  return traffic;
}
