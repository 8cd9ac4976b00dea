/** Enough for every statement of this program; those that hold a list of values come in too many forms to keep. */
const MOST = 500;

/**
 * Names by which a connection prepares statements: a statement that comes again need not be parsed and planned again.
 * What is asked once, like a statement that names each of thirty rows, is not worth a name.
 */
export function statementNames(most = MOST) {
  const seen = new Set<string>();
  const names = new Map<string, string>();

  return function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known || names.size >= most) return known;
    if (!seen.delete(text)) {
      // What came once and long ago is forgotten.
      if (seen.size >= 4 * most) seen.clear();
      seen.add(text);
      return undefined;
    }
    const name = `conquest_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
