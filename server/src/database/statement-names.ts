/** Enough for every statement of this program; statements with value lists have too many variants. */
const MAX_STATEMENTS = 500;

/**
 * Names for prepared statements, which are parsed and planned only once per connection. A statement gets a name when it
 * occurs a second time, as one-off statements are not worth preparing.
 */
export function statementNames(maxStatements = MAX_STATEMENTS) {
  const seen = new Set<string>();
  const names = new Map<string, string>();

  return function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known || names.size >= maxStatements) return known;
    if (!seen.delete(text)) {
      // Forgets statements that occurred once.
      if (seen.size >= 4 * maxStatements) seen.clear();
      seen.add(text);
      return undefined;
    }
    const name = `conquest_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
