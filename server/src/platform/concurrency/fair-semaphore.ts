/**
 * Does what it is given, so many at a time; the others wait in their order. One, of what takes a whole core: a second would take it
 * from those who ask for something else. Where it is said whose a job is, they take turns: many of one person's do not keep the others'.
 */
export function createFairSemaphore(most: number) {
  /** By whose it is; who was served last stands last. */
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;

  function wait(whose: string): Promise<void> {
    const own = waiting.get(whose) ?? [];
    waiting.set(whose, own);
    return new Promise((resolve) => own.push(resolve));
  }

  /** Whoever is done hands its turn on. */
  function handOn(whose: string): void {
    const own = waiting.get(whose);
    if (own && waiting.delete(whose)) waiting.set(whose, own);
    const [next] = waiting;
    if (!next) return void (running -= 1);
    const [of, [begin, ...left]] = next;
    waiting.delete(of);
    if (left.length > 0) waiting.set(of, left);
    begin!();
  }

  return async function inTurn<T>(job: () => Promise<T>, whose = ""): Promise<T> {
    if (running < most) running += 1;
    else await wait(whose);
    try {
      return await job();
    } finally {
      handOn(whose);
    }
  };
}
