/** Enough for every statement of this program; statements with value lists have too many variants. */
const MAX_STATEMENTS = 500;

/** Names statements that occur a second time, so that each connection parses and plans them once. */
export function statementNames(maxStatements = MAX_STATEMENTS) {
  const seen = new Set<string>();
  const names = new Map<string, string>();

  return function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known || names.size >= maxStatements) return known;
    if (!seen.delete(text)) {
      if (seen.size >= 4 * maxStatements) seen.clear();
      seen.add(text);
      return undefined;
    }
    const name = `conquest_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
