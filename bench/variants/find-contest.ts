interface Listed {
  _id: string;
  name: string;
}

/** Finds a demo contest by name, because ids differ between sites; falls back to the most popular one. */
export async function findContest(port: number, name?: string): Promise<Listed> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/popular-contests`);
  const listed = (await answer.json()) as Listed[];
  const found = listed.find((contest) => contest.name === name) ?? listed[0];
  if (!found) throw new Error("The demo has no popular contests.");
  return found;
}
