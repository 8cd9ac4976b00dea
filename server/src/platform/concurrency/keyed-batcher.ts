/** What became of one of those who shared a turn. */
export type BatchResult<Answer> = { answer: Answer } | { refusal: unknown };

interface Waiting<Ask, Answer> {
  ask: Ask;
  resolve: (answer: Answer) => void;
  reject: (refusal: unknown) => void;
}

/**
 * For acts that would wait for one another in the database: while one turn is under way, whoever wants the same waits for the
 * next, which takes all who wait (`most` at a time) together. Acts on different keys do not wait.
 * `take` answers an outcome for each ask, in their order; when it fails it fails for all of them, and must have done nothing.
 */
export function createKeyedBatcher<Ask, Answer>(
  most: number,
  take: (key: string, asks: Ask[]) => Promise<BatchResult<Answer>[]>,
) {
  const lines = new Map<string, Waiting<Ask, Answer>[]>();

  async function serve(key: string, line: Waiting<Ask, Answer>[]): Promise<void> {
    while (line.length > 0) {
      const turn = line.splice(0, most);
      try {
        const outcomes = await take(
          key,
          turn.map(({ ask }) => ask),
        );
        turn.forEach(({ resolve, reject }, position) => {
          const outcome = outcomes[position]!;
          if ("answer" in outcome) resolve(outcome.answer);
          else reject(outcome.refusal);
        });
      } catch (error) {
        for (const { reject } of turn) reject(error);
      }
    }
    lines.delete(key);
  }

  return (key: string, ask: Ask): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const waiting = { ask, resolve, reject };
      const line = lines.get(key);
      if (line) return void line.push(waiting);
      const own = [waiting];
      lines.set(key, own);
      void serve(key, own);
    });
}
