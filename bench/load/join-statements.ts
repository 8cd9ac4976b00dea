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
    if (given !== undefined) statements.at(-1)!.values = Object.fromEntries([...given.matchAll(/\$(\d+) = ('(?:[^']|'')*'|NULL)/g)].map(([, number, value]) => [number!, value!]));
  }
  return statements;
}

const ID = /^'[0-9a-f]{8}-[0-9a-f-]{27}'$/;

/**
 * A script of pgbench that does what the server did when this member joined a contest, as other people and to another
 * contest. They are rows of the table `joiners`, by `n` from 1; each of the clients takes `each` of them.
 */
export function joinScript(statements: readonly Statement[], joined: { member: Member; contestId: string }, contestId: string, each: number): string {
  const { member } = joined;
  const ofJoiner: Record<string, string> = {
    [`'${member.id}'`]: "(select id from joiners where n = :n)",
    [`'${member.email}'`]: "(select email from joiners where n = :n)",
    // Sessions are asked for as a list.
    [`'{"${member.sessionHash}"}'`]: "(select array[session] from joiners where n = :n)",
  };
  const lines = statements.map(({ text, values }) => {
    const isInsert = /^\s*(with\b.*)?insert\b/is.test(text);
    return text.replace(/\$(\d+)/g, (_, number: string) => {
      const value = values[number]!;
      if (ofJoiner[value]) return ofJoiner[value];
      const isNewId = isInsert && ID.test(value) && value !== `'${joined.contestId}'`;
      return isNewId ? "gen_random_uuid()::text" : value.replaceAll(joined.contestId, contestId);
    });
  });
  return ["\\set k :k + 1", `\\set n :client_id * ${each} + :k`, ...lines.map((line) => `${line};`)].join("\n") + "\n";
}
