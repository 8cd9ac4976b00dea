import type { Member } from "../variants/members";

interface Statement {
  text: string;
  /** By number, as literals of SQL. */
  values: Record<string, string>;
}

/** What PostgreSQL's log with `log_statement=all` says was done. */
export function readStatements(log: string): Statement[] {
  const statements: Statement[] = [];
  for (const entry of log.split(/^(?=[^\t\n])/m)) {
    const [, text] = /LOG: {2}(?:statement|execute [^:]+): ([\s\S]*)/.exec(entry) ?? [];
    if (text !== undefined) statements.push({ text: text.trim().replace(/\s*\n\s*/g, " "), values: {} });
    const [, given] = /DETAIL: {2}parameters: ([\s\S]*)/i.exec(entry) ?? [];
    if (given !== undefined)
      statements.at(-1)!.values = Object.fromEntries(
        [...given.matchAll(/\$(\d+) = ('(?:[^']|'')*'|NULL)/g)].map(([, number, value]) => [number!, value!]),
      );
  }
  return statements;
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * A script of pgbench that does what the server did when this member joined a contest, as other people and to another
 * contest. They are rows of the table `joiners`, by `n` from 1; each of the clients takes `each` of them.
 */
export function joinScript(
  statements: readonly Statement[],
  joined: { member: Member; contestId: string; address: string },
  contestId: string,
  each: number,
): string {
  const { member } = joined;
  const ofJoiner: Record<string, string> = {
    [member.id]: "(select id from joiners where n = :n)",
    [member.email]: "(select email from joiners where n = :n)",
    [member.sessionHash]: "(select session from joiners where n = :n)",
    [joined.address]: "(select address from joiners where n = :n)",
  };
  /** The same value for another joiner: in what is written, ids that are new are drawn anew. Lists and JSON hold several. */
  function another(value: string, isWritten: boolean): string {
    const about = value.replaceAll(joined.contestId, contestId);
    const news = isWritten ? [...new Set(about.match(ID))].filter((id) => id !== contestId && !(id in ofJoiner)) : [];
    const changed = {
      ...Object.fromEntries(Object.entries(ofJoiner).filter(([old]) => about.includes(old))),
      ...Object.fromEntries(news.map((id) => [id, "gen_random_uuid()::text"])),
    };
    const [whole] = Object.entries(changed).filter(([old]) => about === `'${old}'`);
    return (
      whole?.[1] ?? Object.entries(changed).reduce((text, [old, by]) => `replace(${text}, '${old}', ${by})`, about)
    );
  }
  const lines = statements.map(({ text, values }) => {
    const isInsert = /^\s*(with\b.*)?insert\b/is.test(text);
    return text.replace(/\$(\d+)/g, (_, number: string) => another(values[number]!, isInsert));
  });
  return ["\\set k :k + 1", `\\set n :client_id * ${each} + :k`, ...lines.map((line) => `${line};`)].join("\n") + "\n";
}
