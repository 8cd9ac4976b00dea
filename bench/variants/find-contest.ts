interface Listed {
  _id: string;
  name: string;
}

/** The demo is the same everywhere but for its ids: the contest of this name, or without one the most popular. */
export async function findContest(port: number, name?: string): Promise<Listed> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/popular-contests`);
  const listed = (await answer.json()) as Listed[];
  const found = listed.find((contest) => contest.name === name) ?? listed[0];
  if (!found) throw new Error("The demo has no popular contests.");
  return found;
}
