import fc from "fast-check";
import { previewDeletion } from "@conquest/shared/contracts/account";
import type { Endpoint } from "@conquest/shared/contracts/http/endpoint";
import { compactCounts } from "../features/contests/lists/contest-counts";
import { moveStages } from "../features/contests/lists/move-stages";
import { sendDeadlineReminders } from "../features/participation/send-deadline-reminders";
import { deleteProviderAccount } from "../features/users/deletion/delete-provider-account";
import { runLifecycleJobs } from "../features/winners/run-lifecycle-jobs";
import { emailOutbox } from "../platform/email/email-outbox";
import { claimEmails } from "../platform/email/claim-emails";
import { testServer, describeOnPostgres, TEST_NOW, type Person } from "../testing/test-server";
import { readAuditLog } from "../testing/read-audit-log";
import { allEndpoints } from "../testing/all-endpoints";
import { restorePoint } from "../testing/restore-point";
import { DAY } from "../testing/test-clock";
import { randomUsers, anyOf, type RandomUsers } from "./random-users";
import type { AllRoles } from "./all-roles";
import { ACCESS_MATRIX } from "./access-matrix";
import { tellFigures } from "./figures";

/** Each begins anew; `AT_ONCE_ROUNDS` and `AT_ONCE_SEED` try more and others. */
const ROUNDS = Number(process.env["AT_ONCE_ROUNDS"] || 12);
const SEED = Number(process.env["AT_ONCE_SEED"] || 1);
/** Of a round, all of them at the same moment. */
const CALLS = 60;
/** Since everything was open, in days: so that deadlines, reminders and refunds come by. */
const DAYS = [0, 0, 0, 0, 0, 0.11, 0.11, 1, 13, 15, 29, 31];

const numbers = fc.sample(fc.noBias(fc.nat({ max: 2 ** 30 - 1 })), { seed: SEED, numRuns: 50_000 });
let drawn = 0;
const chance = () => numbers[(drawn += 1) % numbers.length]! / 2 ** 30;
const any = <T>(of: readonly T[]): T => anyOf(chance, of);

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const writing = allEndpoints.filter(({ method }) => method !== "GET");
/** Those that hold most come more often. */
const HOLDING = writing.filter(({ path }) =>
  /update-user|delete-user|my-account|delete-contest|declare|judg|report|join|leave|question/.test(path),
);

/** What else an endpoint is asked than in the table of who may what. */
const BODIES: Readonly<Record<string, (world: AllRoles, caller: Person, crowd: RandomUsers) => object>> = {
  "PUT /update-user/:id": () =>
    any([{ status: "blocked" }, { status: "verified" }, { role: "user" }, { role: "creator" }, { role: "admin" }]),
  "PUT /update-users": ({ people }) => ({
    ids: [people.user!.id, people.owner!.id],
    act: any(["block", "unblock", "approve", "decline"]),
  }),
  "PUT /feature-contest/:id": () => ({ isFeatured: chance() < 0.5 }),
  "PUT /follow-contest/:contestId": () => ({ isFollowing: chance() < 0.7 }),
  "POST /comment-contest/:id": () => ({
    text: "Please say more.",
    decision: any(["comment", "changes_requested", "rejected"]),
  }),
  "PUT /judging-invitations/:id": () => ({ accepts: chance() < 0.6 }),
  "POST /contest-judges/:contestId": ({ people }) => ({ email: people.user!.email }),
  "PUT /report-decision/:id": () => ({ decision: any(["hide", "show", "dismiss", "uphold"]), note: "So it is." }),
  "POST /report-contest/:contestId": () => ({ reason: any(["spam", "misleading"]), word: "Advertising" }),
  "PUT /submit-entry/:contestId": ({ looseFileId }) => ({
    text: `Mine ${chance()}`,
    files: chance() < 0.5 ? [looseFileId] : [],
  }),
  "DELETE /delete-contest/:id": () => ({ reason: "It rains." }),
  "PUT /update-profile": (_, { id }, { pictures }) => ({ name: `Name ${chance()}`, photoUrl: pictures.get(id) }),
  "PUT /question-answer/:id": () => ({ text: `It may. ${chance()}` }),
};

/** Anything of the crowd's as a world to ask in, with the people who have most to do with it; now and then with anybody. */
function aView({ admins, creators, everybody, contests, ...things }: RandomUsers): AllRoles {
  const contest = any(contests);
  const ofContest = <T extends { contestId: string }>(all: readonly T[]) => {
    const own = all.filter(({ contestId }) => contestId === contest.id);
    return any(own.length > 0 ? own : all);
  };
  const [who, owner] = [
    any(everybody),
    chance() < 0.8 ? creators.find(({ id }) => id === contest.creatorId)! : any(creators),
  ];
  const file = any(things.files.filter(({ uploaderId }) => uploaderId === who.id));
  return {
    people: {
      nobody: null,
      expired: null,
      forged: null,
      blocked: null,
      removed: null,
      user: who,
      requested: who,
      participant: who,
      "other creator": any(creators),
      owner,
      admin: any(admins),
    },
    contestId: contest.id,
    publicId: "",
    pendingId: contest.id,
    draftId: any(things.drafts).id,
    entryId: ofContest(things.entries).id,
    fileId: file.id,
    looseFileId: file.id,
    pictureId: "",
    messageId: any(things.messages).id,
    replyId: any(things.replies).id,
    invitationId: ofContest(things.seats).id,
    questionId: ofContest(things.questions).id,
    caseId: ofContest(things.cases).id,
  };
}

/** Who asks for it: somebody who may, as far as that can be told beforehand. */
function callerOf(
  endpoint: Endpoint,
  { people, invitationId, caseId, contestId }: AllRoles,
  { seats, cases, entries, everybody }: RandomUsers,
): Person {
  const { path } = endpoint;
  const seat = seats.find(({ id }) => id === invitationId)!;
  const author = cases.find(({ id }) => id === caseId)!.authorId;
  const entered = entries.filter((entry) => entry.contestId === contestId).map(({ userId }) => userId);
  if (path.startsWith("/judging-invitations")) return everybody.find(({ email }) => email === seat.email)!;
  if (path.startsWith("/report-answer")) return everybody.find(({ id }) => id === author)!;
  if (/show-entry|publish-entry/.test(path)) return everybody.find(({ id }) => id === any(entered)) ?? people.user!;
  if (/declare-winner|shortlist|rate-|extend|return-to-review/.test(path))
    return chance() < 0.7 ? people.owner! : people.admin!;
  const { may } = ACCESS_MATRIX[nameOf(endpoint)]!;
  return people[may.includes("user") || may.length === 0 ? "user" : any(may)] ?? any(everybody);
}

describeOnPostgres("everything at once", () => {
  const site = testServer({ needsPostgres: true, config: { requestsPerMinute: 1_000_000_000 } });
  const figures = { rounds: ROUNDS, calls: 0, done: 0, refused: 0, failed: 0 };
  afterAll(() => tellFigures("crowd", figures));

  const jobs: readonly (() => Promise<unknown>)[] = [
    () => runLifecycleJobs(site),
    () => moveStages(site),
    () => compactCounts(site.db),
    () => deleteProviderAccount(site),
    () => sendDeadlineReminders(site),
    () => claimEmails(site.db, site.clock.now(), 20),
    () => emailOutbox(site.db).giveUpDue(site.clock.now(), "e-mails are off"),
  ];

  async function call(endpoint: Endpoint, crowd: RandomUsers): Promise<string | null> {
    const world = aView(crowd);
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

  /** The database's own words are the innermost. */
  const failed = (error: unknown): string =>
    error instanceof Error && error.cause ? failed(error.cause) : String(error);

  it(
    "ends: nobody waits for who waits for them, and all money is accounted for",
    async () => {
      const crowd = await randomUsers(site, chance);
      const putBack = await restorePoint(site.db);
      for (let round = 0; round < ROUNDS; round += 1) {
        await putBack();
        site.identity.putBack();
        site.clock.set(new Date(Date.parse(TEST_NOW) + any(DAYS) * DAY));
        const calls = Array.from({ length: CALLS }, () => call(any(chance() < 0.5 ? HOLDING : writing), crowd));
        const ran = jobs.map((job) => job().then(() => null, failed));
        const failures = (await Promise.all([...calls, ...ran])).filter((failure) => failure !== null);
        expect({ round, failures }).toEqual({ round, failures: [] });
        expect((await readAuditLog(site.db)).differences).toEqual([]);
      }
    },
    60_000 + ROUNDS * 5_000,
  );
});
