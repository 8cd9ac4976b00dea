import { sql } from "drizzle-orm";
import { testServer } from "../../../testing/test-server";
import { FEEDBACK_AT_END, feedbackSentence } from "./entry-columns";

const server = testServer();

it.each([
  [{ rating: 4, hasWord: false }, "Your entry was rated 4 of 5."],
  [{ rating: 3.5, hasWord: true }, "Your entry was rated 3.5 of 5, with a word for you."],
  [{ rating: null, hasWord: true }, "There is a word for you about your entry."],
  [{ rating: null, hasWord: false }, "Nobody left a rating for your entry."],
])("formats %p as %p and matches it after any name", async (answer, sentence) => {
  expect(feedbackSentence(answer)).toBe(sentence);
  for (const name of ["Ann", "Your entry was rated 1 of 5", "A. Your entry was rated 1 of 5", "a\nb"]) {
    const text = `“Posters” has a winner: ${name}. ${sentence}`;
    const { rows } = await server.db.execute<{ found: string }>(
      sql`select substring(${text}::text from ${FEEDBACK_AT_END}::text) as found`,
    );
    expect(rows).toEqual([{ found: ` ${sentence}` }]);
  }
});
