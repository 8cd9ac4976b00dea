import { LRUCache } from "lru-cache";

interface Options<T> {
  /** Milliseconds; 0 keeps nothing, but what is being made is still shared. */
  keptFor: number;
  maxBytes: number;
  bytesOf: (made: T) => number;
  /** Some things are for whoever asked, and made again for the next. */
  isWorthKeeping?: (made: T) => boolean;
  /** For so many milliseconds what has got old is right after all, at most {@link Options.keptFor}; 0: it has to be made again, as where nobody can say. */
  renew: (made: T) => Promise<number>;
}

/**
 * What many ask for, by what it depends on: made once for all who ask at the same time and shortly after, and again when it has
 * got old and is no longer right.
 */
export function createCoalescingCache<T extends object>({
  keptFor,
  maxBytes,
  bytesOf,
  isWorthKeeping = () => true,
  renew,
}: Options<T>) {
  const kept = new LRUCache<string, T>({
    ttl: keptFor,
    maxSize: maxBytes,
    sizeCalculation: (made, key) => key.length + bytesOf(made),
    noDeleteOnStaleGet: true,
  });
  const making = new Map<string, Promise<T>>();

  /** `endsIn`: milliseconds until it is no longer right, if that is sooner. */
  function keep(key: string, made: T, endsIn: number): T {
    const ttl = Math.min(keptFor, endsIn);
    if (ttl > 0 && isWorthKeeping(made)) kept.set(key, made, { ttl });
    return made;
  }

  return {
    /** What is there and still right. */
    get: (key: string): T | undefined => kept.get(key),

    /** What is there, or what somebody is making already, or what `make` makes. */
    getOrMake(key: string, make: () => Promise<{ made: T; endsIn?: number }>): Promise<T> | T {
      const known = kept.get(key);
      if (known) return known;
      const underWay = making.get(key);
      if (underWay) return underWay;
      const old = kept.get(key, { allowStale: true });
      const makeAgain = async () => {
        const { made, endsIn = Infinity } = await make();
        return keep(key, made, endsIn);
      };
      const promise = (
        old
          ? renew(old)
              .catch(() => 0)
              .then((ttl) => (ttl > 0 ? keep(key, old, ttl) : makeAgain()))
          : makeAgain()
      ).finally(() => making.delete(key));
      making.set(key, promise);
      return promise;
    },
  };
}
