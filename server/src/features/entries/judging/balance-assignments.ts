export interface Assignment {
  entryId: string;
  judgeId: string;
}

interface AssignmentInput {
  entryIds: readonly string[];
  judgeIds: readonly string[];
  perEntry: number;
  /** `isKept`: rated, or chosen by hand, so it is neither moved nor removed. */
  assigned: readonly (Assignment & { isKept: boolean })[];
  recused: readonly Assignment[];
  random?: () => number;
}

/** The entries of each judge, by whether they can be moved. */
class Loads {
  readonly movable = new Map<string, Set<string>>();
  readonly #counts = new Map<string, number>();
  /** Judges by entry, and those who must not get it. */
  readonly judges = new Map<string, Set<string>>();
  readonly #barred = new Map<string, Set<string>>();

  constructor(
    { entryIds, recused }: AssignmentInput,
    readonly judgeIds: readonly string[],
  ) {
    for (const judgeId of judgeIds) {
      this.movable.set(judgeId, new Set());
      this.#counts.set(judgeId, 0);
    }
    for (const entryId of entryIds) this.judges.set(entryId, new Set());
    for (const { entryId, judgeId } of recused)
      this.#barred.set(entryId, (this.#barred.get(entryId) ?? new Set()).add(judgeId));
  }

  of = (judgeId: string) => this.#counts.get(judgeId) ?? 0;

  canTake = (judgeId: string, entryId: string) =>
    !this.judges.get(entryId)!.has(judgeId) && this.#barred.get(entryId)?.has(judgeId) !== true;

  add(judgeId: string, entryId: string, isKept = false): void {
    this.judges.get(entryId)!.add(judgeId);
    this.#counts.set(judgeId, this.of(judgeId) + 1);
    if (!isKept) this.movable.get(judgeId)!.add(entryId);
  }

  remove(judgeId: string, entryId: string): void {
    this.judges.get(entryId)!.delete(judgeId);
    this.#counts.set(judgeId, this.of(judgeId) - 1);
    this.movable.get(judgeId)!.delete(entryId);
  }

  movableTo(from: string, to: string): string | undefined {
    for (const entryId of this.movable.get(from)!) if (this.canTake(to, entryId)) return entryId;
    return undefined;
  }
}

/** Gives each entry `perEntry` judges, or as many as can judge it, and each judge the same number, give or take one, as far as kept assignments allow. */
export function balanceAssignments(input: AssignmentInput): { added: Assignment[]; removed: Assignment[] } {
  const { entryIds, assigned, perEntry, random = Math.random } = input;
  const judgeIds = shuffled(input.judgeIds, random);
  const loads = new Loads(input, judgeIds);
  const entries = shuffled(entryIds, random);
  const isPresent = new Set(judgeIds);
  const before = new Map<string, Assignment>();
  const keyOf = (entryId: string, judgeId: string) => `${entryId} ${judgeId}`;
  for (const { entryId, judgeId, isKept } of assigned) {
    if (!loads.judges.has(entryId)) continue;
    before.set(keyOf(entryId, judgeId), { entryId, judgeId });
    if (isKept || (isPresent.has(judgeId) && loads.canTake(judgeId, entryId))) loads.add(judgeId, entryId, isKept);
  }
  const byLoad = (one: string, other: string) => loads.of(one) - loads.of(other);
  for (const entryId of entries) trim(loads, entryId, perEntry);
  for (const entryId of entries) {
    const missing = perEntry - loads.judges.get(entryId)!.size;
    if (missing <= 0) continue;
    // In another order for each entry, so that judges with the same load are not always paired.
    const free = shuffled(
      judgeIds.filter((judgeId) => loads.canTake(judgeId, entryId)),
      random,
    ).sort(byLoad);
    for (const judgeId of free.slice(0, missing)) loads.add(judgeId, entryId);
  }
  while (shift(loads));
  const after = new Set<string>();
  const added: Assignment[] = [];
  for (const [entryId, judges] of loads.judges)
    for (const judgeId of judges) {
      after.add(keyOf(entryId, judgeId));
      if (!before.has(keyOf(entryId, judgeId))) added.push({ entryId, judgeId });
    }
  return { added, removed: [...before].flatMap(([key, each]) => (after.has(key) ? [] : [each])) };
}

/** Takes judges with most entries off an entry that has too many. */
function trim(loads: Loads, entryId: string, perEntry: number): void {
  const judges = loads.judges.get(entryId)!;
  if (judges.size <= perEntry) return;
  const removable = [...judges].filter((judgeId) => loads.movable.get(judgeId)?.has(entryId));
  removable.sort((one, other) => loads.of(other) - loads.of(one));
  for (const judgeId of removable.slice(0, judges.size - perEntry)) loads.remove(judgeId, entryId);
}

/** Moves one entry along the shortest chain from a judge with many to one with at least two less; returns whether it did. */
function shift(loads: Loads): boolean {
  const sources = [...loads.judgeIds].sort((one, other) => loads.of(other) - loads.of(one));
  for (const source of sources) {
    const target = loads.of(source) - 2;
    if (!sources.some((judgeId) => loads.of(judgeId) <= target)) return false;
    const cameBy = new Map<string, { from: string; entryId: string }>();
    const queue = [source];
    for (let judgeId = queue.shift(); judgeId !== undefined; judgeId = queue.shift()) {
      for (let at = sources.length - 1; at >= 0; at -= 1) {
        const next = sources[at]!;
        if (next === source || cameBy.has(next)) continue;
        const entryId = loads.movableTo(judgeId, next);
        if (entryId === undefined) continue;
        cameBy.set(next, { from: judgeId, entryId });
        if (loads.of(next) <= target) return moveAlong(loads, next, cameBy);
        queue.push(next);
      }
    }
  }
  return false;
}

/** Each step hands over its own entry: a judge of the chain gets one and gives another one away. */
function moveAlong(loads: Loads, end: string, cameBy: ReadonlyMap<string, { from: string; entryId: string }>): true {
  for (let to = end, step = cameBy.get(to); step; to = step.from, step = cameBy.get(to)) {
    loads.remove(step.from, step.entryId);
    loads.add(to, step.entryId);
  }
  return true;
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}
