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
