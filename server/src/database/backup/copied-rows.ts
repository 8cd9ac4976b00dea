type CopiedRow = Record<string, string | null>;

/**
 * The rows of one table in what pg_restore writes of it, as PostgreSQL's COPY does: a line for each, with tabs between its values.
 * Line ends and tabs within a value are written otherwise; what else is, is left as it is written.
 */
export async function copiedRows(write: (hear: (piece: Buffer) => void) => Promise<void>): Promise<CopiedRow[]> {
  const rows: CopiedRow[] = [];
  let columns: string[] | null = null;
  const take = (line: string) => {
    const head = /^COPY \S+ \((.*)\) FROM stdin;$/.exec(line);
    if (!columns) columns = head && head[1]!.split(", ").map((name) => name.replaceAll('"', ""));
    else if (line === "\\.") columns = null;
    else {
      const values = line.split("\t");
      rows.push(
        Object.fromEntries(
          columns.map((name, index) => [name, values[index] === "\\N" ? null : (values[index] ?? null)]),
        ),
      );
    }
  };
  let rest = Buffer.alloc(0);
  await write((piece) => {
    rest = Buffer.concat([rest, piece]);
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      take(rest.subarray(0, end).toString("utf8"));
      rest = rest.subarray(end + 1);
    }
  });
  return rows;
}
