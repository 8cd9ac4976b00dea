import { eq } from "drizzle-orm";
import { confirmContest } from "@conquest/shared/contracts/review";
import { createContest } from "@conquest/shared/contracts/publishing";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import { submitEntry } from "@conquest/shared/contracts/entries";
import { rateCriterion, rateEntry } from "@conquest/shared/contracts/judging/judged-entries";
import type { EntryRating } from "@conquest/shared/contracts/judging/ratings";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { answerInvitation, inviteJudge } from "@conquest/shared/contracts/judging/judges";
import { listNotices } from "@conquest/shared/contracts/messages";
import { joinContest } from "@conquest/shared/contracts/participation";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { aContestForm as aFilledForm } from "@conquest/shared/testing/samples";
import { contests } from "../database/schema/contests";
import type { Person, TestServer } from "./test-server";

/** A valid form; its deadline is two hours after the test time. */
export const aContestForm = (fields: Partial<ContestFormInput> = {}): ContestFormInput =>
  aFilledForm({
    name: "Poster for a river festival",
    image: "https://pictures.example/poster.png",
    description: "A poster that people see from across the river.",
    prize: "50000",
    deadline: "2026-03-02T08:00:00Z",
    ...fields,
  });

export function contestSteps(server: TestServer) {
  const { api, people } = server;
  const create = async (creator: Person, fields?: Partial<ContestFormInput>) => {
    const { insertedId } = await api.as(creator).call(createContest, { body: aContestForm(fields) });
    return insertedId;
  };
  return {
    create,
    open: async (creator: Person, fields?: Partial<ContestFormInput>) => {
      const id = await create(creator, fields);
      await api.as(await people.admin()).call(confirmContest, { params: { id }, body: { status: "open" } });
      return id;
    },
    join: (person: Person, contestId: string) =>
      api.as(person).call(joinContest, { body: { contestId, email: person.email } }),
    submit: (person: Person, contestId: string, text = "My poster") =>
      api.as(person).call(submitEntry, { params: { contestId }, body: { text } }),
    rate: (judge: Person, contestId: string, entryId: string, rating: Partial<EntryRating>) =>
      api.as(judge).call(rateEntry, { params: { contestId }, body: { entryId, ...rating } }),
    /** Rates by the contest's criteria, in order; null removes a rating. */
    rateBy: async (judge: Person, contestId: string, entryId: string, ratings: readonly (number | null)[]) => {
      for (const [position, rating] of ratings.entries())
        await api.as(judge).call(rateCriterion, { params: { contestId }, body: { entryId, position, rating } });
    },
    invite: async (creator: Person, contestId: string, email: string) => {
      const { judges } = await api.as(creator).call(inviteJudge, { params: { contestId }, body: { email } });
      return judges.find((judge) => judge.email === email)!._id;
    },
    answer: (person: Person, invitationId: string, accepts = true) =>
      api.as(person).call(answerInvitation, { params: { id: invitationId }, body: { accepts } }),
    choose: (judge: Person, contestId: string, entryId: string) =>
      api.as(judge).call(declareWinner, { params: { contestId }, body: { entryId, note: "The clearest of all." } }),
    details: (person: Person | null, id: string) =>
      (person ? api.as(person) : api).call(getContestDetails, { params: { id } }),
    noticesOf: async (person: Person) =>
      (await api.as(person).call(listNotices, {})).map(({ kind, text }) => ({ kind, text })),
    stored: async (id: string) => (await server.db.select().from(contests).where(eq(contests.id, id)))[0],
  };
}
