/** Limits concurrent jobs; 1 suits jobs that fill a core. Owners take turns, so many jobs of one delay no others. */
export function createFairSemaphore(limit: number) {
  /** Waiting jobs by owner; the most recently served owner is last. */
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;

  function wait(owner: string): Promise<void> {
    const own = waiting.get(owner) ?? [];
    waiting.set(owner, own);
    return new Promise((resolve) => own.push(resolve));
  }

  function release(owner: string): void {
    const own = waiting.get(owner);
    if (own && waiting.delete(owner)) waiting.set(owner, own);
    const [next] = waiting;
    if (!next) return void (running -= 1);
    const [nextOwner, [begin, ...left]] = next;
    waiting.delete(nextOwner);
    if (left.length > 0) waiting.set(nextOwner, left);
    begin!();
  }

  return async function runLimited<T>(job: () => Promise<T>, owner = ""): Promise<T> {
    if (running < limit) running += 1;
    else await wait(owner);
    try {
      return await job();
    } finally {
      release(owner);
    }
  };
}

export function createInFlightCounter() {
  const counts = new Map<string, number>();
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    all: (): number => [...counts.values()].reduce((sum, count) => sum + count, 0),
    begin(key: string): () => void {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const remaining = counts.get(key)! - 1;
        if (remaining > 0) counts.set(key, remaining);
        else counts.delete(key);
      };
    },
  };
}
