/** What `asking` comes to; fails when that takes longer than so many milliseconds, with a sentence that names `who` was asked. */
export async function withTimeout<T>(
  asking: Promise<T>,
  patience: number,
  who: string,
  Late: new (message: string) => Error = Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late(`${who} did not answer within ${patience} ms.`)), patience);
  });
  try {
    return await Promise.race([asking, late]);
  } finally {
    clearTimeout(timer);
  }
}
