import type { Member } from "../variants/members";

interface Statement {
  text: string;
  /** Parameter values by number, as SQL literals. */
  values: Record<string, string>;
}

/** Parses the statements from a PostgreSQL log written with `log_statement=all`. */
export function readStatements(log: string): Statement[] {
  const statements: Statement[] = [];
  for (const entry of log.split(/^(?=[^\t\n])/m)) {
    const [, text] = /LOG: {2}(?:statement|execute [^:]+): ([\s\S]*)/.exec(entry) ?? [];
    if (text !== undefined) statements.push({ text: text.trim().replace(/\s*\n\s*/g, " "), values: {} });
    const [, parameters] = /DETAIL: {2}parameters: ([\s\S]*)/i.exec(entry) ?? [];
    if (parameters !== undefined)
      statements.at(-1)!.values = Object.fromEntries(
        [...parameters.matchAll(/\$(\d+) = ('(?:[^']|'')*'|NULL)/g)].map(([, number, value]) => [number!, value!]),
      );
  }
  return statements;
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Builds a pgbench script that replays the statements of one join for other users and another contest.
 * The users are rows of the table `joiners`, numbered by `n` from 1; each client takes `each` rows.
 */
export function joinScript(
  statements: readonly Statement[],
  joined: { member: Member; contestId: string; address: string },
  contestId: string,
  each: number,
): string {
  const { member } = joined;
  const replacements: Record<string, string> = {
    [member.id]: "(select id from joiners where n = :n)",
    [member.email]: "(select email from joiners where n = :n)",
    [member.sessionHash]: "(select session from joiners where n = :n)",
    [joined.address]: "(select address from joiners where n = :n)",
  };
  /** Rewrites a value for another joiner and generates new ids in inserts. Lists and JSON may contain several ids. */
  function rewriteValue(value: string, isWritten: boolean): string {
    const retargeted = value.replaceAll(joined.contestId, contestId);
    const newIds = isWritten
      ? [...new Set(retargeted.match(ID))].filter((id) => id !== contestId && !(id in replacements))
      : [];
    const substitutions = {
      ...Object.fromEntries(Object.entries(replacements).filter(([old]) => retargeted.includes(old))),
      ...Object.fromEntries(newIds.map((id) => [id, "gen_random_uuid()::text"])),
    };
    const [exact] = Object.entries(substitutions).filter(([old]) => retargeted === `'${old}'`);
    return (
      exact?.[1] ??
      Object.entries(substitutions).reduce((text, [old, by]) => `replace(${text}, '${old}', ${by})`, retargeted)
    );
  }
  const lines = statements.map(({ text, values }) => {
    const isInsert = /^\s*(with\b.*)?insert\b/is.test(text);
    return text.replace(/\$(\d+)/g, (_, number: string) => rewriteValue(values[number]!, isInsert));
  });
  return ["\\set k :k + 1", `\\set n :client_id * ${each} + :k`, ...lines.map((line) => `${line};`)].join("\n") + "\n";
}
