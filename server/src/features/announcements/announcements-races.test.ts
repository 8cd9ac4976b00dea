import { eq } from "drizzle-orm";
import { MAX_ANNOUNCEMENTS_PER_DAY, publishAnnouncement } from "@conquest/shared/contracts/announcements";
import {
  MAX_UNANSWERED_QUESTIONS,
  answerQuestion,
  askQuestion,
  listQuestions,
  removeQuestion,
} from "@conquest/shared/contracts/questions";
import { deleteUser } from "@conquest/shared/contracts/users";
import { notices } from "../../database/schema/messages";
import { contestNews, contestQuestions } from "../../database/schema/talk";
import { testServer, describeOnPostgres } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { contestRow, withRowLocked } from "../../testing/races";

describeOnPostgres("concurrent announcements and questions", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people } = server;
  const steps = contestSteps(server);

  const withContestLocked = <T>(contestId: string, waiting: number, start: () => Promise<T>) =>
    withRowLocked(server.db, contestRow(contestId), start, waiting);

  const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).sort();

  it("limit announcements per day", async () => {
    const [creator, person] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    await steps.join(person, id);
    const write = () =>
      api
        .as(creator)
        .send({
          method: "POST",
          url: `/api${publishAnnouncement.path.replace(":contestId", id)}`,
          payload: { text: "The jury is complete." },
        });
    const answers = await withContestLocked(id, 2, () =>
      Promise.all(Array.from({ length: MAX_ANNOUNCEMENTS_PER_DAY + 2 }, write)),
    );
    expect(statuses(answers)).toEqual([200, 200, 200, 409, 409]);
    expect(await server.db.$count(contestNews)).toBe(MAX_ANNOUNCEMENTS_PER_DAY);
    expect(await server.db.$count(notices, eq(notices.kind, "news"))).toBe(MAX_ANNOUNCEMENTS_PER_DAY);
  });

  it("limit unanswered questions per user", async () => {
    const [creator, person] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    const ask = () =>
      api
        .as(person)
        .send({
          method: "POST",
          url: `/api${askQuestion.path.replace(":contestId", id)}`,
          payload: { text: "How large may it be?" },
        });
    const answers = await withContestLocked(id, 2, () =>
      Promise.all(Array.from({ length: MAX_UNANSWERED_QUESTIONS + 2 }, ask)),
    );
    expect(statuses(answers)).toEqual([200, 200, 200, 409, 409]);
    expect(await server.db.$count(contestQuestions)).toBe(MAX_UNANSWERED_QUESTIONS);
  });

  it("either answer a question or remove it", async () => {
    const [creator, person] = [await people.creator(), await people.user()];
    const id = await steps.open(creator);
    const { _id } = await api
      .as(person)
      .call(askQuestion, { params: { contestId: id }, body: { text: "How large may it be?" } });
    const answers = await withContestLocked(id, 2, () =>
      Promise.all([
        api
          .as(creator)
          .send({ method: "PUT", url: `/api${answerQuestion.path.replace(":id", _id)}`, payload: { text: "Large." } }),
        api.as(person).send({ method: "DELETE", url: `/api${removeQuestion.path.replace(":id", _id)}` }),
      ]),
    );
    const left = await api.call(listQuestions, { params: { contestId: id } });
    expect([answers[0]!.statusCode, answers[1]!.statusCode, left.length]).toEqual(
      left.length === 1 ? [200, 409, 1] : [404, 200, 0],
    );
    expect(await server.db.$count(notices, eq(notices.kind, "question"))).toBe(left.length);
  });

  it("remove askers without a deadlock", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const id = await steps.open(creator);
    const askers = await Promise.all(Array.from({ length: 4 }, () => people.user()));
    const asked = await Promise.all(
      askers.map((person) =>
        api.as(person).call(askQuestion, { params: { contestId: id }, body: { text: "How large may it be?" } }),
      ),
    );
    const answers = await Promise.all([
      ...asked.map(({ _id }) =>
        api
          .as(creator)
          .send({ method: "PUT", url: `/api${answerQuestion.path.replace(":id", _id)}`, payload: { text: "Large." } }),
      ),
      ...askers.map((person) =>
        api.as(admin).send({ method: "DELETE", url: `/api${deleteUser.path.replace(":id", person.id)}` }),
      ),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    expect(statuses(answers.slice(askers.length))).toEqual([200, 200, 200, 200]);
    // Answers given before the removal stay, and removed askers are not notified.
    const left = await api.call(listQuestions, { params: { contestId: id } });
    expect(left.every(({ name, answer }) => name === "Deleted user" && answer !== null)).toBe(true);
    expect(await server.db.$count(notices, eq(notices.kind, "answer"))).toBe(0);
  });
});
