import { LRUCache } from "lru-cache";

interface Options<T> {
  /** Milliseconds; with 0 nothing is cached, but concurrent requests still share one result. */
  keptFor: number;
  maxBytes: number;
  bytesOf: (made: T) => number;
  isWorthKeeping?: (made: T) => boolean;
  /** Returns for how many milliseconds a stale entry stays valid; 0 if it must be made again. */
  renew: (made: T) => Promise<number>;
}

/** TTL cache with request coalescing, which revalidates stale entries before recomputing them. */
export function createCoalescingCache<T extends object>({
  keptFor,
  maxBytes,
  bytesOf,
  isWorthKeeping = () => true,
  renew,
}: Options<T>) {
  const cache = new LRUCache<string, T>({
    ttl: keptFor,
    maxSize: maxBytes,
    sizeCalculation: (made, key) => key.length + bytesOf(made),
    noDeleteOnStaleGet: true,
  });
  const inFlight = new Map<string, Promise<T>>();

  /** `endsIn`: milliseconds until the entry becomes invalid, if that is before its TTL. */
  function store(key: string, made: T, endsIn: number): T {
    const ttl = Math.min(keptFor, endsIn);
    if (ttl > 0 && isWorthKeeping(made)) cache.set(key, made, { ttl });
    return made;
  }

  return {
    get: (key: string): T | undefined => cache.get(key),

    getOrMake(key: string, make: () => Promise<{ made: T; endsIn?: number }>): Promise<T> | T {
      const known = cache.get(key);
      if (known) return known;
      const pending = inFlight.get(key);
      if (pending) return pending;
      const stale = cache.get(key, { allowStale: true });
      const makeAgain = async () => {
        const { made, endsIn = Infinity } = await make();
        return store(key, made, endsIn);
      };
      const promise = (
        stale
          ? renew(stale)
              .catch(() => 0)
              .then((ttl) => (ttl > 0 ? store(key, stale, ttl) : makeAgain()))
          : makeAgain()
      ).finally(() => inFlight.delete(key));
      inFlight.set(key, promise);
      return promise;
    },
  };
}
