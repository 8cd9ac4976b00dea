import { sql } from "drizzle-orm";
import fc from "fast-check";
import { previewDeletion } from "@conquest/shared/contracts/account";
import type { Endpoint } from "@conquest/shared/contracts/http/endpoint";
import { compactCounts } from "../../features/contest-lists/domain/contest-counts";
import { moveStages } from "../../features/contest-lists/contest-lists-routes";
import { sendDeadlineReminders } from "../../features/participation/participation-routes";
import { deleteProviderAccount } from "../../features/users/deletion/delete-own-account";
import { runAwardSteps } from "../../features/awards/run-award-steps";
import { assignDueEntries } from "../../features/entries/judging/assign-entries";
import { remindJudges } from "../../features/entries/judging/remind-judges";
import { passSpotsOn } from "../../features/waiting-list/pass-spots-on";
import { verifyDerivedData } from "../../database/verify-derived-data";
import { runLifecycleJobs } from "../../features/lifecycle/run-lifecycle-jobs";
import { claimEmails, emailOutbox } from "../../platform/email/email-outbox";
import { testServer, describeOnPostgres, TEST_NOW, type Person } from "../test-server";
import { readAuditLog } from "../read-audit-log";
import { allEndpoints } from "../all-endpoints";
import { restorePoint } from "../restore-point";
import { DAY } from "../test-clock";
import { createRandomUsers, pickOne, type RandomUsers } from "./random-users";
import { writeStatistics, type AllRoles } from "./all-roles";
import { ACCESS_MATRIX } from "./access-matrix";

/** Each round starts from the same data; `AT_ONCE_ROUNDS` and `AT_ONCE_SEED` change the number and the randomness. */
const ROUNDS = Number(process.env["AT_ONCE_ROUNDS"] || 12);
const SEED = Number(process.env["AT_ONCE_SEED"] || 1);
const REQUESTS_PER_ROUND = 60;
/** Days since the contests opened, chosen so that deadlines, reminders and refunds are due. */
const DAYS = [0, 0, 0, 0, 0, 0.11, 0.11, 1, 13, 15, 29, 31];

const numbers = fc.sample(fc.noBias(fc.nat({ max: 2 ** 30 - 1 })), { seed: SEED, numRuns: 50_000 });
let index = 0;
const chance = () => numbers[(index += 1) % numbers.length]! / 2 ** 30;
const pick = <T>(of: readonly T[]): T => pickOne(chance, of);

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const writing = allEndpoints.filter(({ method }) => method !== "GET");
/** Endpoints with the most locks are called more often. */
const LOCKING = writing.filter(({ path }) =>
  /update-user|delete-user|my-account|delete-contest|declare|judg|report|join|leave|waiting|question|team/.test(path),
);

const BODIES: Readonly<Record<string, (world: AllRoles, caller: Person, crowd: RandomUsers) => object>> = {
  "PUT /update-user/:id": () =>
    pick([{ status: "blocked" }, { status: "verified" }, { role: "user" }, { role: "creator" }, { role: "admin" }]),
  "PUT /update-users": ({ people }) => ({
    ids: [people.user!.id, people.owner!.id],
    act: pick(["block", "unblock", "approve", "decline"]),
  }),
  "PUT /feature-contest/:id": () => ({ isFeatured: chance() < 0.5 }),
  "PUT /follow-contest/:contestId": () => ({ isFollowing: chance() < 0.7 }),
  "POST /comment-contest/:id": () => ({
    text: "Please say more.",
    decision: pick(["comment", "changes_requested", "rejected"]),
  }),
  "PUT /judging-invitations/:id": () => ({ accepts: chance() < 0.6 }),
  "POST /contest-judges/:contestId": ({ people }) => ({ email: people.user!.email }),
  "PUT /report-decision/:id": () => ({ decision: pick(["hide", "show", "dismiss", "uphold"]), note: "So it is." }),
  "POST /report-contest/:contestId": () => ({ reason: pick(["spam", "misleading"]), word: "Advertising" }),
  "PUT /submit-entry/:contestId": ({ looseFileId }) => ({
    text: `Mine ${chance()}`,
    files: chance() < 0.5 ? [looseFileId] : [],
  }),
  "POST /my-team/:contestId": () => ({ name: `Team ${chance()}` }),
  "PUT /my-team/:contestId": () => ({ withdrawsEntry: chance() < 0.5 }),
  "PUT /settle-prize/:contestId": () => ({
    revision: pick([1, 2, 3, 4]),
    decision: pick(["delivered", "returned", "closed"]),
    note: "So it is.",
  }),
  "DELETE /delete-contest/:id": () => ({ reason: "It rains." }),
  "PUT /update-profile": (_, { id }, { pictures }) => ({ name: `Name ${chance()}`, photoUrl: pictures.get(id) }),
  "PUT /question-answer/:id": () => ({ text: `It may. ${chance()}` }),
};

function pickWorld({ admins, creators, everyone, contests, ...things }: RandomUsers): AllRoles {
  const contest = pick(contests);
  const ofContest = <T extends { contestId: string }>(all: readonly T[]) => {
    const own = all.filter(({ contestId }) => contestId === contest.id);
    return pick(own.length > 0 ? own : all);
  };
  const [user, owner] = [
    pick(everyone),
    chance() < 0.8 ? creators.find(({ id }) => id === contest.creatorId)! : pick(creators),
  ];
  const file = pick(things.files.filter(({ uploaderId }) => uploaderId === user.id));
  return {
    people: {
      visitor: null,
      expired: null,
      forged: null,
      blocked: null,
      removed: null,
      user,
      requested: user,
      participant: user,
      "other creator": pick(creators),
      owner,
      admin: pick(admins),
    },
    contestId: contest.id,
    publicId: "",
    pendingId: contest.id,
    privateId: contest.id,
    joinCode: "0".repeat(12),
    guestInvitationId: "",
    draftId: pick(things.drafts).id,
    entryId: ofContest(things.entries).id,
    fileId: file.id,
    looseFileId: file.id,
    ownFileId: file.id,
    attachmentId: file.id,
    pictureId: "",
    messageId: pick(things.messages).id,
    replyId: pick(things.replies).id,
    invitationId: ofContest(things.assignments).id,
    questionId: ofContest(things.questions).id,
    caseId: ofContest(things.cases).id,
    paymentNumber: "1",
    wonId: contest.id,
  };
}

function callerOf(
  endpoint: Endpoint,
  { people, invitationId, caseId, contestId }: AllRoles,
  { assignments, cases, entries, everyone }: RandomUsers,
): Person {
  const { path } = endpoint;
  const assignment = assignments.find(({ id }) => id === invitationId)!;
  const author = cases.find(({ id }) => id === caseId)!.authorId;
  const entered = entries.filter((entry) => entry.contestId === contestId).map(({ userId }) => userId);
  if (path.startsWith("/judging-invitations")) return everyone.find(({ email }) => email === assignment.email)!;
  if (path.startsWith("/report-answer")) return everyone.find(({ id }) => id === author)!;
  if (/show-entry|publish-entry/.test(path)) return everyone.find(({ id }) => id === pick(entered)) ?? people.user!;
  if (/declare-winner|shortlist|rate-|extend|return-to-review/.test(path))
    return chance() < 0.7 ? people.owner! : people.admin!;
  const { may } = ACCESS_MATRIX[nameOf(endpoint)]!;
  return people[may.includes("user") || may.length === 0 ? "user" : pick(may)] ?? pick(everyone);
}

describeOnPostgres("concurrent requests and jobs", () => {
  const site = testServer({ needsPostgres: true, config: { requestsPerMinute: 1_000_000_000 } });
  const figures = { rounds: ROUNDS, calls: 0, done: 0, refused: 0, failed: 0 };
  afterAll(() => writeStatistics("crowd", figures));

  const jobs: readonly (() => Promise<unknown>)[] = [
    () => runLifecycleJobs(site),
    () => runAwardSteps(site),
    () => moveStages(site),
    () => compactCounts(site.db),
    () => deleteProviderAccount(site),
    () => sendDeadlineReminders(site),
    () => passSpotsOn(site),
    () => assignDueEntries(site),
    () => remindJudges(site),
    () => claimEmails(site.db, site.clock.now(), 20),
    () => emailOutbox(site.db).giveUpDue(site.clock.now(), "emails are off"),
  ];

  async function call(endpoint: Endpoint, crowd: RandomUsers): Promise<string | null> {
    const world = pickWorld(crowd);
    const caller = callerOf(endpoint, world, crowd);
    const { params = {}, query = {}, body } = ACCESS_MATRIX[nameOf(endpoint)]!.ask?.(world, caller) ?? {};
    const request = {
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name]!)}?${new URLSearchParams(query).toString()}`,
      headers: {
        cookie: caller.cookie,
        ...(body instanceof Uint8Array && { "content-type": "application/octet-stream" }),
        authorization: "",
      },
      payload: BODIES[nameOf(endpoint)]?.(world, caller, crowd) ?? body ?? {},
    };
    if (endpoint.path === "/my-account" || endpoint.path === "/jwt") {
      const { uid, email, name } = caller;
      request.headers.authorization = `Bearer ${site.identity.issue({ uid, email, name, signedInAt: site.clock.now() })}`;
    }
    if (endpoint.path === "/my-account") {
      const plan = await site.api
        .as(caller)
        .send({ method: previewDeletion.method, url: `/api${previewDeletion.path}` });
      request.payload = (plan.json() as { ends?: object }).ends ?? {};
    }
    const { statusCode, body: answer } = await site.app.inject(request);
    figures.calls += 1;
    figures[statusCode >= 500 ? "failed" : statusCode >= 400 ? "refused" : "done"] += 1;
    return statusCode >= 500 ? `${nameOf(endpoint)} ${answer}` : null;
  }

  /** Leaves no spot free in open contests; everyone else waits for one. */
  async function fillContests(): Promise<void> {
    await site.db.execute(
      sql`update contests set max_participants = greatest(2, participant_count) where status = 'open'`,
    );
    await site.db.execute(sql`
      insert into waiting_list (contest_id, user_id, joined_at)
      select c.id, u.id, now() from contests c cross join users u
      where c.status = 'open' and u.id <> c.creator_id and u.status = 'verified' and u.removed_at is null
        and not exists (select from participations p where p.contest_id = c.id and p.user_id = u.id and p.state = 'paid')`);
  }

  /** Two participants of each undecided contest are a team, and all others are invited to it. */
  async function formTeams(): Promise<void> {
    const statements = [
      sql`update contests set max_team_size = 3 where status = 'open' and winner_at is null and cancelled_at is null`,
      sql`insert into teams (id, contest_id, name, captain_id, created_at)
        select gen_random_uuid()::text, p.contest_id, 'River Foxes', min(p.user_id), now()
        from participations p join contests c on c.id = p.contest_id
        where p.state = 'paid' and c.max_team_size > 1 group by p.contest_id`,
      sql`insert into team_members (contest_id, user_id, team_id, joined_at) select contest_id, captain_id, id, now() from teams`,
      sql`update entries e set team_id = t.id, saved_by = t.captain_id
        from teams t where e.contest_id = t.contest_id and e.user_id = t.captain_id`,
      sql`insert into team_members (contest_id, user_id, team_id, joined_at)
        select distinct on (t.id) t.contest_id, p.user_id, t.id, now()
        from teams t join participations p on p.contest_id = t.contest_id and p.state = 'paid' and p.user_id <> t.captain_id
        where not exists (select from entries e where e.contest_id = t.contest_id and e.user_id = p.user_id)`,
      sql`insert into team_invitees (contest_id, user_id, team_id, entered_at)
        select t.contest_id, p.user_id, t.id, now()
        from teams t join participations p on p.contest_id = t.contest_id and p.state = 'paid'
        where not exists (select from team_members m where m.contest_id = t.contest_id and m.user_id = p.user_id)`,
    ];
    for (const statement of statements) await site.db.execute(statement);
  }

  /** The innermost cause is the database's error. */
  const innermostMessage = (error: unknown): string =>
    error instanceof Error && error.cause ? innermostMessage(error.cause) : String(error);

  it(
    "finish without deadlocks or errors and keep the ledger balanced",
    async () => {
      const crowd = await createRandomUsers(site, chance);
      await fillContests();
      await formTeams();
      const restore = await restorePoint(site.db);
      for (let round = 0; round < ROUNDS; round += 1) {
        await restore();
        site.identity.restoreAccounts();
        site.clock.set(new Date(Date.parse(TEST_NOW) + pick(DAYS) * DAY));
        const calls = Array.from({ length: REQUESTS_PER_ROUND }, () =>
          call(pick(chance() < 0.5 ? LOCKING : writing), crowd),
        );
        const ran = jobs.map((job) => job().then(() => null, innermostMessage));
        const failures = (await Promise.all([...calls, ...ran])).filter((failure) => failure !== null);
        expect({ round, failures }).toEqual({ round, failures: [] });
        expect((await readAuditLog(site.db)).differences).toEqual([]);
        const spots = (await verifyDerivedData(site.db)).filter(({ what }) => /spots|waiting/.test(what));
        expect({ round, wrong: spots.flatMap(({ wrong }) => wrong) }).toEqual({ round, wrong: [] });
      }
    },
    60_000 + ROUNDS * 5_000,
  );
});
