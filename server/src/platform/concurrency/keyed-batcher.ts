export type BatchResult<Answer> = { answer: Answer } | { refusal: unknown };

interface QueuedItem<Ask, Answer> {
  ask: Ask;
  resolve: (answer: Answer) => void;
  reject: (refusal: unknown) => void;
}

/**
 * Batches operations that would otherwise wait for each other's database locks: while one batch of a key runs, further
 * items form the next. If `runBatch` rejects, all its items fail, and it must have changed nothing.
 */
export function createKeyedBatcher<Ask, Answer>(
  maxBatchSize: number,
  runBatch: (key: string, asks: Ask[]) => Promise<BatchResult<Answer>[]>,
) {
  const queues = new Map<string, QueuedItem<Ask, Answer>[]>();

  async function drain(key: string, queue: QueuedItem<Ask, Answer>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, maxBatchSize);
      try {
        const results = await runBatch(
          key,
          batch.map(({ ask }) => ask),
        );
        batch.forEach(({ resolve, reject }, position) => {
          const result = results[position]!;
          if ("answer" in result) resolve(result.answer);
          else reject(result.refusal);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(key);
  }

  return (key: string, ask: Ask): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const waiting = { ask, resolve, reject };
      const queue = queues.get(key);
      if (queue) return void queue.push(waiting);
      const own = [waiting];
      queues.set(key, own);
      void drain(key, own);
    });
}
