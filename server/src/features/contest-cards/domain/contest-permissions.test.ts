import { eq } from "drizzle-orm";
import { message } from "@conquest/shared/contracts/text/message";
import { takaOf } from "../../../platform/text/message-values";
import type { ContestPermissions } from "@conquest/shared/contracts/contests";
import { confirmPrize, listAwards, reportPrize, sendPrize, settlePrize } from "@conquest/shared/contracts/awards";
import { createTeam, joinTeam, leaveTeam, renewTeamCode } from "@conquest/shared/contracts/teams";
import { enterJoinCode, renewJoinCode } from "@conquest/shared/contracts/contest-access";
import { submitEntry, publishEntry, showEntryIfWins } from "@conquest/shared/contracts/entries";
import { exportEntries, listContestEntries, rateEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { assignEntries, recuse } from "@conquest/shared/contracts/judging/planning";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { listAnnouncements, publishAnnouncement } from "@conquest/shared/contracts/announcements";
import { deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import { reportContest } from "@conquest/shared/contracts/reports";
import { askQuestion } from "@conquest/shared/contracts/questions";
import { commentOnContest, confirmContest, returnToReview, featureContest } from "@conquest/shared/contracts/review";
import { joinContest, leaveContest } from "@conquest/shared/contracts/participation";
import { joinWaitingList, leaveWaitingList } from "@conquest/shared/contracts/waiting-list";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { awards } from "../../../database/schema/awards";
import { testServer, type Person } from "../../../testing/test-server";
import { contestSteps } from "../../../testing/contest-steps";
import type { Caller } from "../../../testing/test-api";
import { contestFacts } from "../../../testing/contest-facts";
import { restorePoint } from "../../../testing/restore-point";
import { frozenFields, touchesTerms } from "../../contests/domain/contest-policy";
import { refusedChanges } from "../../contests/save-contest";

const deadline = new Date("2026-03-02T08:00:00Z");
const later = new Date("2026-03-04T08:00:00Z");
const earlier = new Date("2026-03-01T08:00:00Z");
const before = new Date("2026-02-28T08:00:00Z");

describe("the terms of a contest", () => {
  it("can change until someone has joined", () => {
    expect(frozenFields(contestFacts({ participantCount: 0 }), before)).toEqual({});
    expect(refusedChanges(contestFacts({ participantCount: 0 }), { prize: 1, deadline: earlier }, before)).toEqual({});
  });

  it("are frozen after a join, except description, picture and a later deadline", () => {
    expect(
      refusedChanges(contestFacts(), { prize: 1, tag: "Book Review", description: "New", deadline: later }, before),
    ).toEqual({
      prize: message("You can't change the prize ({prize}) after people join.", { prize: takaOf(50_000) }),
      tags: message("You can't change the tag after people join."),
    });
    expect(refusedChanges(contestFacts(), { deadline: earlier }, before)).toEqual({
      deadline: message("Choose a later deadline. It can't move earlier after people join."),
    });
  });

  it("include the deadline once it has passed", () => {
    const passed = message("You can't change the deadline after it has passed.");
    expect(frozenFields(contestFacts(), new Date(deadline.getTime() - 1))).toHaveProperty(
      "deadline.text",
      expect.stringContaining("“Extend the deadline”"),
    );
    expect(frozenFields(contestFacts(), deadline)).toHaveProperty("deadline", passed);
    expect(refusedChanges(contestFacts(), { deadline: later }, deadline)).toEqual({ deadline: passed });
  });

  it("require a new review, unlike a later deadline", () => {
    expect(touchesTerms(contestFacts(), { task: "Another" })).toBe(true);
    expect(touchesTerms(contestFacts(), { deadline: earlier })).toBe(true);
    expect(touchesTerms(contestFacts(), { deadline: later, name: "Another", image: "/media/a.svg" })).toBe(false);
  });
});

describe("reported permissions match the server's behaviour", () => {
  const server = testServer();
  const { api, people, clock, signInAgain } = server;
  const steps = contestSteps(server);

  interface Cast {
    id: string;
    entryId: string;
    owner: Person;
    participant: Person;
    submitter: Person;
    loser: Person;
    stranger: Person;
    admin: Person;
  }
  const STATES = [
    "in review",
    "open",
    "open and joined",
    "open with a team",
    "full",
    "full, a spot offered",
    "extended",
    "left by all",
    "judging",
    "overdue",
    "completed",
    "completed, prize sent",
    "completed, prize disputed",
    "completed, prize delivered",
    "cancelled",
  ] as const;
  type State = (typeof STATES)[number];
  const WHO = ["owner", "participant", "submitter", "loser", "stranger", "admin"] as const;

  async function createCast(state: State): Promise<Cast> {
    clock.set("2026-03-02T06:00:00Z");
    const cast: Cast = {
      id: "",
      entryId: crypto.randomUUID(),
      owner: await people.creator(),
      participant: await people.user(),
      submitter: await people.user(),
      loser: await people.user(),
      stranger: await people.user(),
      admin: await people.admin(),
    };
    const spots = state.startsWith("full") ? { maxParticipants: 3 } : {};
    const terms = state === "open with a team" ? { maxTeamSize: 3 } : spots;
    cast.id = state === "in review" ? await steps.create(cast.owner) : await steps.open(cast.owner, terms);
    if (state === "in review" || state === "open") return cast;
    await steps.join(cast.participant, cast.id);
    if (state === "left by all") {
      await api
        .as(cast.participant)
        .call(leaveContest, { body: { contestId: cast.id, email: cast.participant.email } });
      return cast;
    }
    await steps.join(cast.submitter, cast.id);
    cast.entryId = (await steps.submit(cast.submitter, cast.id))._id;
    await steps.join(cast.loser, cast.id);
    if (state === "full, a spot offered") {
      await api.as(cast.stranger).call(joinWaitingList, { params: { contestId: cast.id } });
      const body = { contestId: cast.id, email: cast.participant.email };
      await api.as(cast.participant).call(leaveContest, { body });
    }
    await steps.submit(cast.loser, cast.id, "Another poster");
    if (state === "open with a team") {
      const params = { contestId: cast.id };
      const { team } = await api.as(cast.participant).call(createTeam, { params, body: { name: "River Foxes" } });
      for (const invited of [cast.submitter, cast.loser])
        await api.as(invited).call(enterJoinCode, { body: { code: team!.code! } });
    }
    if (state.startsWith("open") || state.startsWith("full")) return cast;
    if (state === "extended") {
      await api
        .as(cast.owner)
        .call(extendDeadline, {
          params: { id: cast.id },
          body: { deadline: "2026-03-10T08:00:00Z", reason: "The hall is free later." },
        });
      return cast;
    }
    if (state === "cancelled") await api.as(cast.owner).call(deleteContest, { params: { id: cast.id } });
    else clock.set(state === "overdue" ? "2026-03-20T08:00:00Z" : "2026-03-02T09:00:00Z");
    for (const who of WHO) cast[who] = await signInAgain(cast[who]);
    if (state.startsWith("completed")) {
      await api
        .as(cast.owner)
        .call(declareWinner, {
          params: { contestId: cast.id },
          body: { entryId: cast.entryId, note: "The clearest of all." },
        });
      const params = { contestId: cast.id };
      if (state !== "completed") await api.as(cast.owner).call(sendPrize, { params, body: { on: "2026-03-02" } });
      if (state === "completed, prize disputed")
        await api.as(cast.submitter).call(reportPrize, { params, body: { text: "It broke." } });
      if (state === "completed, prize delivered") await api.as(cast.submitter).call(confirmPrize, { params, body: {} });
    }
    return cast;
  }

  type Attempt = (caller: Caller, cast: Cast, person: Person) => Promise<boolean>;
  const done = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode < 400;
  const send = (
    caller: Caller,
    method: "GET" | "PUT" | "POST" | "DELETE",
    path: string,
    cast: Cast,
    payload?: object,
  ) => caller.send({ method, url: `/api${path.replace(/:\w+/, cast.id)}`, ...(payload ? { payload } : {}) });
  const changed = async (answer: ReturnType<typeof send>) => {
    const response = await answer;
    return response.statusCode < 400 && response.json<{ modifiedCount: number }>().modifiedCount > 0;
  };

  const ATTEMPTS: Record<keyof ContestPermissions, Attempt> = {
    join: (caller, cast, { email }) => done(send(caller, "PUT", joinContest.path, cast, { contestId: cast.id, email })),
    leave: (caller, cast, { email }) =>
      done(send(caller, "PUT", leaveContest.path, cast, { contestId: cast.id, email })),
    joinWaitingList: (caller, cast) => done(send(caller, "PUT", joinWaitingList.path, cast)),
    leaveWaitingList: (caller, cast) => done(send(caller, "DELETE", leaveWaitingList.path, cast)),
    createTeam: (caller, cast) => done(send(caller, "POST", createTeam.path, cast, { name: "Night Owls" })),
    joinTeam: (caller, cast, person) =>
      done(send(caller, "PUT", joinTeam.path, cast, { withdrawsEntry: person !== cast.participant })),
    leaveTeam: (caller, cast) => done(send(caller, "DELETE", leaveTeam.path, cast)),
    manageTeam: (caller, cast) => done(send(caller, "PUT", renewTeamCode.path, cast)),
    submit: (caller, cast) => done(send(caller, "PUT", submitEntry.path, cast, { text: "Another text" })),
    showIfWins: (caller, cast) => done(send(caller, "PUT", showEntryIfWins.path, cast, { showIfWins: false })),
    publishEntry: (caller, cast) => done(send(caller, "PUT", publishEntry.path, cast, { isPublished: true })),
    edit: (caller, cast) => changed(send(caller, "PUT", updateContest.path, cast, { description: "Described again" })),
    remove: (caller, cast) => done(send(caller, "DELETE", deleteContest.path, cast, {})),
    extend: (caller, cast) =>
      done(
        send(caller, "PUT", extendDeadline.path, cast, {
          deadline: "2026-03-20T08:00:00Z",
          reason: "The hall is free later.",
        }),
      ),
    readEntries: (caller, cast) => done(send(caller, "GET", listContestEntries.path, cast)),
    exportEntries: (caller, cast) => done(send(caller, "GET", exportEntries.path, cast)),
    rateEntries: (caller, cast) =>
      done(send(caller, "PUT", rateEntry.path, cast, { entryId: cast.entryId, rating: 3 })),
    planJudging: (caller, cast) => done(send(caller, "PUT", assignEntries.path, cast, { judgesPerEntry: 2 })),
    recuse: (caller, cast) =>
      done(send(caller, "POST", recuse.path, cast, { entryId: cast.entryId, reason: "I know the author." })),
    declareWinner: (caller, cast) =>
      changed(send(caller, "PUT", declareWinner.path, cast, { entryId: cast.entryId, note: "The clearest of all." })),
    confirm: (caller, cast) => changed(send(caller, "PUT", confirmContest.path, cast, { status: "open" })),
    decide: (caller, cast) =>
      done(
        send(caller, "POST", commentOnContest.path, cast, { text: "Please mend it", decision: "changes_requested" }),
      ),
    returnToReview: (caller, cast) => changed(send(caller, "PUT", returnToReview.path, cast, {})),
    feature: (caller, cast) => changed(send(caller, "PUT", featureContest.path, cast, { isFeatured: true })),
    report: (caller, cast) =>
      done(send(caller, "POST", reportContest.path, cast, { reason: "misleading", word: "The prize is made up." })),
    ask: (caller, cast) => done(send(caller, "POST", askQuestion.path, cast, { text: "May it be in colour?" })),
    writeNews: (caller, cast) =>
      done(send(caller, "POST", publishAnnouncement.path, cast, { text: "The jury is complete." })),
    readNews: (caller, cast) => done(send(caller, "GET", listAnnouncements.path, cast)),
    managePrivateAccess: (caller, cast) => done(send(caller, "PUT", renewJoinCode.path, cast)),
    readAwards: (caller, cast) => done(send(caller, "GET", listAwards.path, cast)),
    sendPrize: (caller, cast) => done(send(caller, "PUT", sendPrize.path, cast, { on: "2026-03-02" })),
    confirmPrize: (caller, cast) => done(send(caller, "PUT", confirmPrize.path, cast, {})),
    reportPrize: (caller, cast) => done(send(caller, "PUT", reportPrize.path, cast, { text: "Nothing came." })),
    settlePrize: async (caller, cast) => {
      const [row] = await server.db.select().from(awards).where(eq(awards.contestId, cast.id));
      const body = { revision: row?.revision ?? 0, decision: "delivered" };
      return done(send(caller, "PUT", settlePrize.path, cast, body));
    },
  };
  const OPERATIONS = Object.keys(ATTEMPTS) as (keyof ContestPermissions)[];
  const permissionIn = (may: ContestPermissions, act: keyof ContestPermissions) => may[act]!;

  it.each(STATES)(
    "match for a contest that is %s",
    async (state) => {
      const cast = await createCast(state);
      const restore = await restorePoint(server.db);
      for (const who of WHO) {
        const details = await api.as(cast[who]).send({ url: `/api${getContestDetails.path.replace(":id", cast.id)}` });
        if (details.statusCode === 404) continue;
        const { may } = getContestDetails.response.parse(details.json());
        // Denied operations change nothing, so they are tried first, on the same contest.
        for (const act of OPERATIONS.filter((act) => !permissionIn(may, act).isAllowed)) {
          expect(`${who}: ${act} ${await ATTEMPTS[act](api.as(cast[who]), cast, cast[who])}`).toBe(
            `${who}: ${act} false`,
          );
          expect(permissionIn(may, act).because).toMatch(/\.$/);
        }
        for (const act of OPERATIONS.filter((act) => permissionIn(may, act).isAllowed)) {
          expect(`${who}: ${act} ${await ATTEMPTS[act](api.as(cast[who]), cast, cast[who])}`).toBe(
            `${who}: ${act} true`,
          );
          await restore();
        }
      }
    },
    60_000,
  );

  it("report whether removing deletes or cancels", async () => {
    for (const [state, how] of [
      ["open", "delete"],
      ["open and joined", "cancel"],
      ["left by all", "cancel"],
    ] as const) {
      const { id, owner } = await createCast(state);
      const { may } = await api.as(owner).call(getContestDetails, { params: { id } });
      const { cancelled } = await api.as(owner).call(deleteContest, { params: { id } });
      expect([may.remove.how, cancelled]).toEqual([how, how === "cancel"]);
    }
  });
});
