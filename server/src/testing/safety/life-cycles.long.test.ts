import fc from "fast-check";
import { sql } from "drizzle-orm";
import { deleteAccount, previewDeletion } from "@conquest/shared/contracts/account";
import { confirmPrize, listAwards, reportPrize, sendPrize, settlePrize } from "@conquest/shared/contracts/awards";
import { enterJoinCode } from "@conquest/shared/contracts/contest-access";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { submitEntry } from "@conquest/shared/contracts/entries";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { listContestEntries, rateCriterion, rateEntry } from "@conquest/shared/contracts/judging/judged-entries";
import {
  answerInvitation,
  inviteJudge,
  listJudgingInvitations,
  stepDown,
} from "@conquest/shared/contracts/judging/judges";
import {
  assignEntries,
  endRecusal,
  listEntryJudges,
  listRecusals,
  recuse,
  setEntryJudges,
  setRatingsDate,
} from "@conquest/shared/contracts/judging/planning";
import { joinContest, leaveContest } from "@conquest/shared/contracts/participation";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { createTeam, getMyTeam, joinTeam, leaveTeam, removeTeamMember } from "@conquest/shared/contracts/teams";
import { updateUser } from "@conquest/shared/contracts/users";
import { joinWaitingList, leaveWaitingList } from "@conquest/shared/contracts/waiting-list";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { runAwardSteps } from "../../features/awards/run-award-steps";
import { moveStages } from "../../features/contest-lists/contest-lists-routes";
import { assignDueEntries } from "../../features/entries/judging/assign-entries";
import { remindJudges } from "../../features/entries/judging/remind-judges";
import { runLifecycleJobs } from "../../features/lifecycle/run-lifecycle-jobs";
import { passSpotsOn } from "../../features/waiting-list/pass-spots-on";
import { contestSteps } from "../contest-steps";
import { readAuditLog } from "../read-audit-log";
import { restorePoint } from "../restore-point";
import { DAY, HOUR } from "../test-clock";
import { TEST_NOW, testServer, type Person } from "../test-server";
import { writeStatistics } from "./all-roles";
import { pickOne } from "./random-users";

/** `LIFE_CYCLES` and `LIFE_CYCLES_SEED` change the number of contests and the randomness. */
const CYCLES = Number(process.env["LIFE_CYCLES"] || 40);
const SEED = Number(process.env["LIFE_CYCLES_SEED"] || 1);
const USERS = 7;
const MAX_STEPS = 25;

const RULES = { text: "No photos.", countries: [], minimumAge: 12, disclosesAi: true, originalOnly: true };
const FIELD = { help: "", kind: "short" as const, label: "Title", options: [], isRequired: true };
const SECOND = { name: "Second place", amount: 300 };
const MENTION = { name: "Mention", amount: 0 };

describe("random life cycles of contests", () => {
  const site = testServer({ config: { requestsPerMinute: 1_000_000_000 } });
  const steps = contestSteps(site);
  const figures = {
    cycles: CYCLES,
    calls: 0,
    done: 0,
    refused: 0,
    failed: 0,
    deleted: 0,
    cancelled: 0,
    completed: 0,
    open: 0,
  };
  afterAll(() => writeStatistics("life-cycles", figures));

  /** Sends a call that may be refused; returns undefined then, and throws if the server fails. */
  async function attempt<E extends Endpoint>(person: Person, contract: E, input: InputOf<E>) {
    figures.calls += 1;
    try {
      const answer = await site.api.as(person).call(contract, input);
      figures.done += 1;
      return answer;
    } catch (error) {
      const isRefusal = / was refused: 4\d\d /.test((error as Error).message);
      figures[isRefusal ? "refused" : "failed"] += 1;
      if (isRefusal) return undefined;
      throw error;
    }
  }

  /** Runs all jobs later, with sessions that are still valid. */
  async function advance(milliseconds: number): Promise<void> {
    site.clock.advance(milliseconds);
    const now = site.clock.now().toISOString();
    await site.db.execute(
      sql`update sessions set created_at = ${now}, last_used_at = ${now}, expires_at = ${now}::timestamptz + interval '12 hours'`,
    );
    await moveStages(site);
    await runLifecycleJobs(site);
    await runAwardSteps(site);
    await passSpotsOn(site);
    await assignDueEntries(site);
    await remindJudges(site);
  }

  async function deleteOwn(person: Person): Promise<void> {
    const plan = await attempt(person, previewDeletion, {});
    if (!plan) return;
    const { uid, email, name } = person;
    const { statusCode, body } = await site.api
      .as(person)
      .send({
        method: deleteAccount.method,
        url: `/api${deleteAccount.path}`,
        headers: { authorization: `Bearer ${site.identity.issue({ uid, email, name, signedInAt: site.clock.now() })}` },
        payload: plan.ends,
      });
    if (statusCode >= 500) throw new Error(body);
  }

  /** Lives one contest from its opening to its end, by random steps that each may be refused. */
  async function live(chance: () => number, { admin, creator, users }: Crowd): Promise<void> {
    const pick = <T>(of: readonly T[]): T => pickOne(chance, of);
    const maybe = <T>(value: T): T | undefined => (chance() < 0.5 ? value : undefined);
    const criteria = maybe(["Idea", "Craft"]);
    const morePrizes = maybe([SECOND, MENTION]);
    const entryFields = maybe([FIELD]);
    const contestId = await steps.open(creator, {
      prize: pick(["0", "500"]),
      deadline: "2026-03-05T08:00:00Z",
      criteria: criteria?.join("\n"),
      criteriaWeights: criteria && maybe("3\n1"),
      morePrizes,
      rules: maybe(RULES),
      entryFields,
      maxParticipants: maybe("3"),
      maxTeamSize: maybe("3"),
      visibility: pick(["public", "unlisted"]),
      hidesNames: chance() < 0.5,
    } satisfies Partial<ContestFormInput>);
    const params = { contestId };

    const join = async (person: Person) => {
      const details = await steps.details(person, contestId).catch(() => undefined);
      await attempt(person, joinContest, {
        body: { contestId, email: person.email, rulesVersion: details?.rules?.version },
      });
    };
    const submit = (person: Person) =>
      attempt(person, submitEntry, {
        params,
        body: { text: `Mine ${chance()}`, answers: entryFields && [{ label: FIELD.label, value: "Kite" }] },
      });
    const joinSomeTeam = async (person: Person) => {
      const { team } = (await attempt(pick(users), getMyTeam, { params })) ?? {};
      if (!team?.code) return;
      await attempt(person, enterJoinCode, { body: { code: team.code } });
      const { invitation } = (await attempt(person, getMyTeam, { params })) ?? {};
      await attempt(person, joinTeam, { params, body: { withdrawsEntry: invitation?.withdrawsEntry ?? false } });
    };
    const acceptInvitations = async (person: Person) => {
      for (const { _id } of (await attempt(person, listJudgingInvitations, {})) ?? [])
        await attempt(person, answerInvitation, { params: { id: _id }, body: { accepts: chance() < 0.8 } });
    };
    const whileOpen: readonly ((person: Person) => Promise<unknown>)[] = [
      join,
      join,
      submit,
      submit,
      (person) => attempt(person, leaveContest, { body: { contestId, email: person.email } }),
      (person) => attempt(person, createTeam, { params, body: { name: `Team ${chance()}` } }),
      joinSomeTeam,
      joinSomeTeam,
      (person) => attempt(person, leaveTeam, { params }),
      async (person) => {
        const members = (await attempt(person, getMyTeam, { params }))?.team?.members ?? [];
        if (members.length > 0)
          await attempt(person, removeTeamMember, { params: { contestId, id: pick(members)._id } });
      },
      (person) => attempt(person, joinWaitingList, { params }),
      (person) => attempt(person, leaveWaitingList, { params }),
      () => advance(pick([HOUR, 7 * HOUR, 25 * HOUR])),
      () =>
        attempt(creator, extendDeadline, {
          params: { id: contestId },
          body: {
            deadline: new Date(site.clock.now().getTime() + pick([2, 4, 20]) * DAY).toISOString(),
            reason: "It rains.",
          },
        }),
      ({ email }) => attempt(creator, inviteJudge, { params, body: { email } }),
      acceptInvitations,
      ({ id }) =>
        attempt(admin, updateUser, {
          params: { id },
          body: { status: pick(["blocked", "verified", "verified"] as const) },
        }),
    ];
    const whileJudging: readonly ((person: Person) => Promise<unknown>)[] = [
      ...Array.from({ length: 4 }, () => async (person: Person) => {
        const judge = chance() < 0.4 ? creator : person;
        const entries = await entriesOf(contestId, creator);
        if (entries.length === 0) return;
        const entryId = pick(entries);
        await (criteria
          ? attempt(judge, rateCriterion, {
              params,
              body: { entryId, position: pick([0, 1]), rating: pick([1, 3, 5]) },
            })
          : attempt(judge, rateEntry, { params, body: { entryId, rating: pick([1, 3, 5]) } }));
      }),
      () => attempt(creator, assignEntries, { params, body: { judgesPerEntry: pick([null, 1, 2]) } }),
      async (person) => {
        for (const entryId of await entriesOf(contestId, creator))
          if (chance() < 0.3)
            await attempt(person, recuse, { params, body: { entryId, reason: "I know the author." } });
      },
      async () => {
        for (const { entryId, judgeId } of (await attempt(creator, listRecusals, { params, query: {} })) ?? [])
          if (chance() < 0.5) await attempt(creator, endRecusal, { params, body: { entryId, judgeId } });
      },
      async () => {
        for (const entryId of (await entriesOf(contestId, creator)).slice(0, 1)) {
          const input = { params: { contestId, entryId } };
          const { judges } = (await attempt(creator, listEntryJudges, input)) ?? { judges: [] };
          const judgeIds = judges.filter(() => chance() < 0.5).map(({ _id }) => _id);
          await attempt(creator, setEntryJudges, { ...input, body: { judgeIds } });
        }
      },
      async () => {
        const ratingsDueAt = new Date(site.clock.now().getTime() + pick([2, 5]) * DAY).toISOString();
        await attempt(creator, setRatingsDate, { params, body: { ratingsDueAt } });
      },
      async (person) => {
        for (const { _id } of (await attempt(person, listJudgingInvitations, {})) ?? [])
          await attempt(person, stepDown, { params: { id: _id } });
      },
      ({ id }) =>
        attempt(admin, updateUser, { params: { id }, body: { status: pick(["blocked", "verified"] as const) } }),
      () => advance(pick([HOUR, DAY])),
    ];
    const afterwards: readonly ((person: Person) => Promise<unknown>)[] = [
      () =>
        attempt(creator, sendPrize, {
          params,
          body: { place: pick([1, 2]), on: site.clock.now().toISOString().slice(0, 10), note: "By post" },
        }),
      (person) => attempt(person, confirmPrize, { params, body: { place: pick([1, 2]) } }),
      (person) => attempt(person, reportPrize, { params, body: { place: pick([1, 2]), text: "It is broken." } }),
      async () => {
        for (const { place, revision } of (await attempt(admin, listAwards, { params })) ?? [])
          await attempt(admin, settlePrize, {
            params,
            body: { place, revision, decision: pick(["delivered", "returned"] as const), note: "So it is." },
          });
      },
      () => advance(pick([DAY, 8 * DAY, 15 * DAY])),
    ];
    const run = async (actions: readonly ((person: Person) => Promise<unknown>)[], most: number) => {
      const count = 3 + Math.floor(chance() * most);
      for (let step = 0; step < count; step += 1) await pick(actions)(pick(users));
    };

    for (const person of users.slice(0, 2 + Math.floor(chance() * 4))) {
      await join(person);
      if (chance() < 0.7) await submit(person);
    }
    for (const judge of users.slice(5)) {
      await attempt(creator, inviteJudge, { params, body: { email: judge.email } });
      await acceptInvitations(judge);
    }
    await run(whileOpen, MAX_STEPS);
    if (chance() < 0.15)
      await attempt(pick([creator, admin]), deleteContest, {
        params: { id: contestId },
        body: { reason: "It rains." },
      });
    const { deadline } = (await steps.stored(contestId)) ?? {};
    if (deadline && deadline > site.clock.now()) await advance(deadline.getTime() - site.clock.now().getTime() + HOUR);
    await run(whileJudging, 12);
    for (const { id } of users)
      if (chance() < 0.8) await attempt(admin, updateUser, { params: { id }, body: { status: "verified" } });
    if (chance() < 0.7) {
      const entries = await entriesOf(contestId, creator);
      if (entries.length > 0)
        await attempt(creator, declareWinner, {
          params,
          body: {
            entryId: entries[0]!,
            note: "The clearest of all.",
            placements: entries
              .slice(1, 1 + (morePrizes?.length ?? 0))
              .map((entryId, index) => ({ place: index + 2, entryId })),
          },
        });
      await run(afterwards, 8);
    }
    if (chance() < 0.3) await deleteOwn(pick([creator, ...users]));
    await advance(31 * DAY);
    const stored = await steps.stored(contestId);
    const end = !stored ? "deleted" : stored.cancelledAt ? "cancelled" : stored.winnerAt ? "completed" : "open";
    figures[end] += 1;
  }

  async function entriesOf(contestId: string, creator: Person): Promise<string[]> {
    const entries = await attempt(creator, listContestEntries, { params: { contestId }, query: {} });
    return (entries ?? []).map(({ _id }) => _id);
  }

  it(
    "keep the ledger balanced and all derived data right",
    async () => {
      const crowd = {
        admin: await site.people.admin(),
        creator: await site.people.creator(),
        users: await Promise.all(Array.from({ length: USERS }, () => site.people.user())),
      };
      const restore = await restorePoint(site.db);
      for (let cycle = 0; cycle < CYCLES; cycle += 1) {
        await restore();
        site.identity.restoreAccounts();
        site.clock.set(TEST_NOW);
        const seed = SEED * 100_000 + cycle;
        const numbers = fc.sample(fc.noBias(fc.nat({ max: 2 ** 30 - 1 })), { seed, numRuns: 600 });
        let index = 0;
        await live(() => numbers[(index += 1) % numbers.length]! / 2 ** 30, crowd);
        const { differences } = await readAuditLog(site.db);
        const wrong = (await verifyDerivedData(site.db)).filter((report) => report.wrong.length > 0);
        expect({ seed, differences, wrong }).toEqual({ seed, differences: [], wrong: [] });
      }
      expect(figures.failed).toBe(0);
    },
    60_000 + CYCLES * 5_000,
  );
});

interface Crowd {
  admin: Person;
  creator: Person;
  users: readonly Person[];
}
