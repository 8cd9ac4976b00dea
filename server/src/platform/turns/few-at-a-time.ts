/** Does what it is given, so many at a time; the others wait in their order. One, of what takes a whole core: a second would take it from those who ask for something else. */
export function fewAtATime(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function inTurn<T>(job: () => Promise<T>): Promise<T> {
    if (running < most) running += 1;
    // Whoever is done hands its turn on.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
