/** Does what it is given in turn. For what takes a whole core: a second one at the same time would be taken from those who ask for something else. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return function inTurn<T>(job: () => Promise<T>): Promise<T> {
    const done = last.then(job);
    last = done.catch(() => undefined);
    return done;
  };
}
