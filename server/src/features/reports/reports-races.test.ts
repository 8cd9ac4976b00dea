import { eq } from "drizzle-orm";
import { answerReport, decideReport, listReports, reportContest } from "@conquest/shared/contracts/reports";
import { joinContest } from "@conquest/shared/contracts/participation";
import { deleteUser } from "@conquest/shared/contracts/users";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { auditEntries } from "../../database/schema/audit";
import { reportCases, reports } from "../../database/schema/reports";
import { participations } from "../../database/schema/taking-part";
import { testServer, describeOnPostgres, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { contestRow, inLockOrder } from "../../testing/races";

describeOnPostgres("concurrent reports and decisions", () => {
  const server = testServer({ needsPostgres: true });
  const { api, people } = server;
  const steps = contestSteps(server);

  const inContestOrder = async (contestId: string, starts: readonly (() => Promise<{ statusCode: number }>)[]) =>
    (await inLockOrder(server.db, contestRow(contestId), starts)).map(({ statusCode }) => statusCode);

  const report = (person: Person, id: string) => () =>
    api
      .as(person)
      .send({
        method: "POST",
        url: `/api${reportContest.path.replace(":contestId", id)}`,
        payload: { reason: "spam", word: "Advertising" },
      });
  const decide = (admin: Person, id: string, decision: string) => () =>
    api
      .as(admin)
      .send({
        method: "PUT",
        url: `/api${decideReport.path.replace(":id", id)}`,
        payload: { decision, note: "It is so." },
      });
  const join = (person: Person, contestId: string) => () =>
    api.as(person).send({ method: "PUT", url: `/api${joinContest.path}`, payload: { contestId, email: person.email } });

  async function createReportedContest() {
    const [creator, reporter, admin] = [await people.creator(), await people.user(), await people.admin()];
    const id = await steps.open(creator);
    await report(reporter, id)();
    const cases = await api.as(admin).call(listReports, {});
    const { _id: caseId } = cases.find(({ contest }) => contest._id === id)!;
    return { creator, reporter, admin, id, caseId };
  }

  it("hide a contest either before or after a join", async () => {
    for (const isFirst of [true, false]) {
      const { admin, id, caseId } = await createReportedContest();
      const person = await people.user();
      const [hide, joining] = [decide(admin, caseId, "hide"), join(person, id)];
      expect(await inContestOrder(id, isFirst ? [hide, joining] : [joining, hide])).toEqual(
        isFirst ? [200, 404] : [200, 200],
      );
      expect(await server.db.$count(participations, eq(participations.contestId, id))).toBe(isFirst ? 0 : 1);
      expect((await steps.noticesOf(person)).some(({ kind }) => kind === "contest_hidden")).toBe(!isFirst);
    }
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  it("open one case for concurrent reports, with one report per user", async () => {
    const [creator, one, other] = [await people.creator(), await people.user(), await people.user()];
    const id = await steps.open(creator);
    expect(await inContestOrder(id, [report(one, id), report(one, id), report(other, id)])).toEqual([200, 409, 200]);
    expect([await server.db.$count(reportCases), await server.db.$count(reports)]).toEqual([1, 2]);
  });

  it("are decided once by two admins and not answered afterwards", async () => {
    const { creator, admin, id, caseId } = await createReportedContest();
    const second = await people.admin();
    const answer = () =>
      api
        .as(creator)
        .send({
          method: "PUT",
          url: `/api${answerReport.path.replace(":id", caseId)}`,
          payload: { text: "It is not." },
        });
    expect(
      await inContestOrder(id, [decide(admin, caseId, "dismiss"), decide(second, caseId, "dismiss"), answer]),
    ).toEqual([200, 409, 409]);
    expect(await server.db.$count(auditEntries, eq(auditEntries.act, "report_dismissed"))).toBe(1);
  });

  it("show an upheld contest again only once", async () => {
    const [creator, winner, reporter] = [await people.creator(), await people.user(), await people.user()];
    const [admin, second] = [await people.admin(), await people.admin()];
    const id = await steps.open(creator);
    await steps.join(winner, id);
    const entry = await steps.submit(winner, id);
    server.clock.set("2026-03-02T08:01:00Z");
    await steps.choose(creator, id, entry._id);
    await report(reporter, id)();
    const [{ _id: caseId } = { _id: "" }] = await api.as(admin).call(listReports, {});
    await api
      .as(creator)
      .send({ method: "PUT", url: `/api${answerReport.path.replace(":id", caseId)}`, payload: { text: "It is not." } });
    await decide(admin, caseId, "uphold")();
    expect(await inContestOrder(id, [decide(admin, caseId, "show"), decide(second, caseId, "show")])).toEqual([
      200, 409,
    ]);
    expect(await server.db.$count(auditEntries, eq(auditEntries.act, "contest_shown"))).toBe(1);
    expect((await steps.stored(id))!.hiddenAt).toBeNull();
    expect((await verifyDerivedData(server.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  it("remove users without a deadlock", async () => {
    const { creator, admin, id, caseId } = await createReportedContest();
    const crowd = await Promise.all(Array.from({ length: 4 }, () => people.user()));
    const answers = await Promise.all([
      ...crowd.map((person) => report(person, id)()),
      decide(admin, caseId, "hide")(),
      ...[creator, ...crowd].map((person) =>
        api.as(admin).send({ method: "DELETE", url: `/api${deleteUser.path.replace(":id", person.id)}` }),
      ),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  });
});
