import { submitEntry } from "@conquest/shared/contracts/entries";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { files } from "../../database/schema/files";
import { testServer, describeOnPostgres } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

describeOnPostgres("concurrent submission of a file", () => {
  const site = testServer({ needsPostgres: true });
  const { api, people } = site;
  const steps = contestSteps(site);

  it("adds it to one entry and rejects the other", async () => {
    const person = await people.user();
    const contestIds = [await steps.open(await people.creator()), await steps.open(await people.creator())];
    for (const contestId of contestIds) await steps.join(person, contestId);
    const { _id } = await api
      .as(person)
      .call(uploadEntryFile, { query: { name: "poster.pdf" }, body: Buffer.from("%PDF-1.7\n%%EOF") });
    const answers = await Promise.all(
      contestIds.map((contestId) =>
        api
          .as(person)
          .send({
            method: "PUT",
            url: `/api${submitEntry.path.replace(":contestId", contestId)}`,
            payload: { text: "Mine", files: [_id] },
          }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    expect(await site.db.select().from(files)).toMatchObject([
      { id: _id, state: "here", entryId: expect.any(String) as string },
    ]);
  });

  it("either keeps a file being swept or rejects the entry", async () => {
    const person = await people.user();
    const contestId = await steps.open(await people.creator(), { deadline: "2026-03-20T08:00:00Z" });
    await steps.join(person, contestId);
    const { _id } = await api
      .as(person)
      .call(uploadEntryFile, { query: { name: "poster.pdf" }, body: Buffer.from("%PDF-1.7\n%%EOF") });
    site.clock.advance(25 * 60 * 60_000);
    const back = await site.signInAgain(person);
    const [answer] = await Promise.all([
      api
        .as(back)
        .send({
          method: "PUT",
          url: `/api${submitEntry.path.replace(":contestId", contestId)}`,
          payload: { text: "Mine", files: [_id] },
        }),
      site.app.files.sweep(),
    ]);
    const remaining = await site.db.select().from(files);
    expect(remaining.length).toBe(answer.statusCode === 200 ? 1 : 0);
  });
});
