/** What is under way in this process, by whose it is. */
export function createInFlightCounter() {
  const counts = new Map<string, number>();
  return {
    /** Of one person. */
    of: (who: string): number => counts.get(who) ?? 0,
    all: (): number => [...counts.values()].reduce((sum, count) => sum + count, 0),
    /** One more of this person, until what it answers is called; calling that again changes nothing. */
    begin(who: string): () => void {
      counts.set(who, (counts.get(who) ?? 0) + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = counts.get(who)! - 1;
        if (left > 0) counts.set(who, left);
        else counts.delete(who);
      };
    },
  };
}
