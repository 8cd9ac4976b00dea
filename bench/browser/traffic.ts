import type { CDPSession } from "@playwright/test";

export interface Traffic {
  bytes: number;
  requests: number;
  isQuietFor(milliseconds: number): boolean;
}

export function watchTraffic(cdp: CDPSession): Traffic {
  const inFlight = new Set<string>();
  let lastActivityAt = performance.now();
  const traffic: Traffic = {
    bytes: 0,
    requests: 0,
    isQuietFor: (milliseconds) => inFlight.size === 0 && performance.now() - lastActivityAt >= milliseconds,
  };
  const end = (requestId: string) => {
    lastActivityAt = performance.now();
    return inFlight.delete(requestId);
  };
  cdp.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (/^(data|blob):/.test(request.url)) return;
    lastActivityAt = performance.now();
    inFlight.add(requestId);
    traffic.requests += 1;
  });
  // A preloaded resource is requested again where it is used and then served from the memory cache.
  cdp.on("Network.requestServedFromCache", ({ requestId }) => {
    if (end(requestId)) traffic.requests -= 1;
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (end(requestId)) traffic.bytes += encodedDataLength;
  });
  cdp.on("Network.loadingFailed", ({ requestId }) => void end(requestId));
  return traffic;
}
