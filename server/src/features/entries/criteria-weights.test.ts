import { createContest, updateContest } from "@conquest/shared/contracts/publishing";
import { duplicateContest, getDraft } from "@conquest/shared/contracts/drafts";
import { getContestReview } from "@conquest/shared/contracts/review";
import { aContestForm, contestSteps } from "../../testing/contest-steps";
import { testServer } from "../../testing/test-server";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);
const CRITERIA = "Seen from afar\nReadable";

describe("weights of criteria", () => {
  it("are public, copied to drafts and used for ratings", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator, { criteria: CRITERIA, criteriaWeights: "3\n1" });
    expect((await steps.details(null, id)).criteriaWeights).toEqual([3, 1]);
    const author = await people.user();
    await steps.join(author, id);
    const { _id: entryId } = await steps.submit(author, id);
    const { _id } = await api.as(creator).call(duplicateContest, { params: { id } });
    expect((await api.as(creator).call(getDraft, { params: { id: _id } })).form.criteriaWeights).toBe("3\n1");
    clock.set("2026-03-02T08:01:00.000Z");
    const judge = await server.signInAgain(creator);
    await steps.rateBy(judge, id, entryId, [5, 1]);
    await steps.choose(judge, id, entryId);
    const notices = await steps.noticesOf(await server.signInAgain(author));
    expect(JSON.stringify(notices)).toContain("4 out of 5");
  });

  it("are equal by default, also if all have the same weight", async () => {
    const creator = await people.creator();
    for (const criteriaWeights of [undefined, "", "2\n2"]) {
      const id = await steps.open(creator, {
        criteria: CRITERIA,
        ...(criteriaWeights !== undefined && { criteriaWeights }),
      });
      expect((await steps.details(null, id)).criteriaWeights).toEqual([]);
    }
  });

  it("are rejected unless each criterion has one", async () => {
    const creator = await people.creator();
    const rejected = await api
      .as(creator)
      .expectError(createContest, { body: aContestForm({ criteria: CRITERIA, criteriaWeights: "3\n1\n2" }) });
    expect(rejected).toMatchObject({ status: 422, fields: { criteriaWeights: "Give each of the criteria a weight." } });
    const id = await steps.open(creator, { criteria: CRITERIA });
    const change = (body: object) => api.as(creator).expectError(updateContest, { params: { id }, body });
    expect((await change({ criteriaWeights: [3, 2, 1] })).status).toBe(422);
    expect((await change({ criteriaWeights: "3\n0" })).fields).toEqual({
      criteriaWeights: "Enter whole numbers from 1 to 10",
    });
  });

  it("return an open contest to review, and are fixed once someone has joined", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator, { criteria: CRITERIA });
    const change = (body: object) => api.as(creator).call(updateContest, { params: { id }, body });
    expect(await change({ criteriaWeights: "1\n4" })).toMatchObject({
      contest: { status: "pending", criteriaWeights: [1, 4] },
    });
    const review = await api.as(await people.admin()).call(getContestReview, { params: { id } });
    expect(review.contest.criteriaWeights).toEqual([1, 4]);
    // Pages that do not know weights send the criteria alone.
    expect((await change({ criteria: "Readable\nSeen from afar" })).contest.criteriaWeights).toEqual([1, 4]);
    expect((await change({ criteria: "Readable" })).contest.criteriaWeights).toEqual([]);

    const joined = await steps.open(creator, { criteria: CRITERIA, criteriaWeights: "3\n1" });
    await steps.join(await people.user(), joined);
    const refusal = await api
      .as(creator)
      .expectError(updateContest, { params: { id: joined }, body: { criteriaWeights: "" } });
    expect(refusal).toMatchObject({
      status: 409,
      code: "terms_frozen",
      fields: { criteriaWeights: "You can't change the weights of the criteria after people join." },
    });
  });
});
