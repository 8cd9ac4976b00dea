type CopiedRow = Record<string, string | null>;

/** Parses pg_restore's COPY output of one table. Escape sequences within values are not decoded. */
export async function parseCopiedRows(
  write: (onOutput: (piece: Buffer) => void) => Promise<void>,
): Promise<CopiedRow[]> {
  const rows: CopiedRow[] = [];
  let columns: string[] | null = null;
  const parseLine = (line: string) => {
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
      parseLine(rest.subarray(0, end).toString("utf8"));
      rest = rest.subarray(end + 1);
    }
  });
  return rows;
}
