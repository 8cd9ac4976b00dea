import { deleteAccount, previewDeletion } from "@conquest/shared/contracts/account";
import { MAX_DRAFTS, createDraft, saveDraft } from "@conquest/shared/contracts/drafts";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { createContest } from "@conquest/shared/contracts/publishing";
import { contests } from "../../database/schema/contests";
import { contestDrafts } from "../../database/schema/files";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { aContestForm } from "../../testing/contest-steps";

describeOnPostgres("concurrent draft requests", () => {
  const site = testServer({ needsPostgres: true });
  const { api, people } = site;

  /** Returns "done", or the error code. */
  const outcome = async <E extends Endpoint>(person: Person, contract: E, input: InputOf<E>) => {
    try {
      await api.as(person).call(contract, input);
      return "done";
    } catch (error) {
      return /"code":"(\w+)"/.exec(String(error))?.[1] ?? String(error);
    }
  };
  const beginDraft = (person: Person) =>
    api.as(person).call(createDraft, { body: { form: { name: "River stories" } } });

  it("turn a draft into one contest, however often it is submitted", async () => {
    const creator = await people.creator();
    const { _id } = await beginDraft(creator);
    const submit = () => outcome(creator, createContest, { body: { ...aContestForm(), draftId: _id } });
    const answers = await Promise.all([submit(), submit(), submit()]);
    expect(answers.sort()).toEqual(["done", "draft_gone", "draft_gone"]);
    expect(await site.db.select().from(contests)).toHaveLength(1);
  });

  it("reject one of two saves of the same revision", async () => {
    const creator = await people.creator();
    const { _id } = await beginDraft(creator);
    const save = (name: string) =>
      outcome(creator, saveDraft, { params: { id: _id }, body: { form: { name }, revision: 1 } });
    expect((await Promise.all([save("One"), save("Another")])).sort()).toEqual(["changed_elsewhere", "done"]);
  });

  it("never exceed the draft limit", async () => {
    const creator = await people.creator();
    for (let count = 1; count < MAX_DRAFTS; count++) await beginDraft(creator);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => outcome(creator, createDraft, { body: { form: {} } })),
    );
    expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
    expect(await site.db.select().from(contestDrafts)).toHaveLength(MAX_DRAFTS);
  });

  it("leave no draft of a deleted account", async () => {
    for (let round = 0; round < 6; round++) {
      const creator = await people.creator();
      const { _id } = await beginDraft(creator);
      const { ends } = await api.as(creator).call(previewDeletion, {});
      const token = site.identity.issue({ uid: creator.uid, email: creator.email, signedInAt: site.clock.now() });
      const leave = async () =>
        (
          await api
            .as(creator)
            .send({
              method: "DELETE",
              url: `/api${deleteAccount.path}`,
              headers: { authorization: `Bearer ${token}` },
              payload: ends,
            })
        ).statusCode;
      const [left, ...others] = await Promise.all([
        leave(),
        outcome(creator, saveDraft, { params: { id: _id }, body: { form: { name: "Last words" }, revision: 1 } }),
        outcome(creator, createDraft, { body: { form: {} } }),
        outcome(creator, createContest, { body: { ...aContestForm(), draftId: _id } }),
      ]);
      // A contest that was created first ends with the account, but was not in the preview.
      expect([200, 409]).toContain(left);
      for (const other of others)
        expect(["done", "not_found", "draft_gone", "changed_elsewhere", "removed", "no_session"]).toContain(other);
      if (left === 200) expect(await site.db.select().from(contestDrafts)).toEqual([]);
      await site.db.delete(contestDrafts);
    }
  });
});
