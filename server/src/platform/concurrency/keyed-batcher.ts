export type BatchResult<Result> = { value: Result } | { error: unknown };

interface QueuedItem<Item, Result> {
  item: Item;
  resolve: (value: Result) => void;
  reject: (error: unknown) => void;
}

/** Batches operations that would wait for each other's locks. If `runBatch` rejects, it must have changed nothing. */
export function createKeyedBatcher<Item, Result>(
  maxBatchSize: number,
  runBatch: (key: string, items: Item[]) => Promise<BatchResult<Result>[]>,
) {
  const queues = new Map<string, QueuedItem<Item, Result>[]>();

  async function drain(key: string, queue: QueuedItem<Item, Result>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, maxBatchSize);
      try {
        const results = await runBatch(
          key,
          batch.map(({ item }) => item),
        );
        batch.forEach(({ resolve, reject }, position) => {
          const result = results[position]!;
          if ("value" in result) resolve(result.value);
          else reject(result.error);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(key);
  }

  return (key: string, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const queue = queues.get(key);
      if (queue) return void queue.push(waiting);
      const own = [waiting];
      queues.set(key, own);
      void drain(key, own);
    });
}
