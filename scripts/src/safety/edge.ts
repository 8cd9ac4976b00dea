import { Agent, request } from "node:https";
import type { IncomingHttpHeaders } from "node:http";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { aRemoteBuild, aShellBuild, SHELL_DRAWING, withMessages } from "@conquest/server/src/testing/sample-builds";
import type { Build } from "@conquest/server/src/releases/store/release-store";
import { endSession } from "@conquest/shared/contracts/session";
import { signIn } from "../demo/api-person";
import { requestSite, uploadOf } from "../parts/deploy-client";
import { comparePages } from "./page-throughput";
import { startNginx } from "./start-nginx";
import { seconds, type TrialResult } from "./trial-result";
import {
  createUsersAndContests,
  startProvider,
  startServer,
  withPostgres,
  withTemporaryFolder,
  type PostgresSite,
} from "./trial-site";

interface Response {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

type Visit = (address: string, headers?: Record<string, string>) => Promise<Response>;

const TOKEN = "token-of-the-edge-trial";
const CANARY_PERCENT = 30;
const VISITORS = 400;
const ROUNDS = 5;
/** Is what docs/deployment.md says, with a second for each of the steps on the way. */
const MAX_AGE_SECONDS = 12;
/** Servers answer from their own cache at first, which a slow machine may notice late. */
const SERVER_CACHE_MS = 3_000;

const shell = (text: string): Build => withMessages(aShellBuild(text, SHELL_DRAWING), { Home: "হোম" });

const DATA = {
  "/": "/popular-contests",
  "/all_contests": "/all-contests",
  "/contest-details/:id": "/contest-details/:id",
};
const remote = (): Build =>
  aRemoteBuild({
    ssrCode: `exports.default = async ({ address, answers }, ask) => JSON.stringify([address, answers]);`,
    routes: Object.entries(DATA).map(([route, data]) => ({
      path: route,
      title: "Contests",
      description: "Contests of the trial.",
      access: "everyone",
      layout: "site",
      data: [data],
    })),
  });

function visitor(url: string): Visit {
  const agent = new Agent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: false });
  return (address, headers = {}) =>
    new Promise((resolve, reject) => {
      const outgoing = request(url + address, { agent, headers, timeout: 60_000 }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.once("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }));
        response.once("error", reject);
      });
      outgoing.once("timeout", () => outgoing.destroy(new Error(`${address} timed out`)));
      outgoing.once("error", reject).end();
    });
}

/** Runs two servers behind nginx and releases the sample parts. `outage`: seconds without a database. */
export function tryEdge(nginx: string, outage: number): Promise<TrialResult[]> {
  return withTemporaryFolder(async (folder) => {
    const provider = await startProvider(folder);
    return withPostgres(provider, async (site) => {
      const env = {
        ...site.env,
        DEPLOY_TOKENS: JSON.stringify({ "*": TOKEN }),
        FILES_DIR: path.join(folder, "files"),
        LANGUAGES: "en,bn",
      };
      const servers = [await startServer({ env }), await startServer({ env })];
      const origin = servers[0]!.url;
      const deploy = (address: string, body: object) =>
        requestSite("POST", address, body, { url: origin, token: () => Promise.resolve(TOKEN) });
      for (const build of [shell("first"), remote()]) {
        await deploy("/mf/releases", { ...uploadOf(build), who: "the edge trial" });
        await pause(1_000);
      }
      const ports = servers.map(({ port }) => port);
      const cached = (await startNginx(nginx, folder, ports)).url;
      const uncached = (await startNginx(nginx, path.join(folder, "uncached"), ports, { isCaching: false })).url;
      const visit = visitor(cached);
      const results = [
        {
          title: "Requests per second for a visitor's page, with and without the cache of nginx, in turn",
          figures: { ...(await comparePages("/", { cached, uncached }, ROUNDS)) },
        },
        await trySessions(visit, site, origin),
        await tryCanary(visit, deploy),
        await tryOutage(visit, site, origin, outage),
      ];
      await Promise.all(servers.map((server) => server.end("SIGTERM")));
      return results;
    });
  });
}

const isStored = ({ headers }: Response) => ["HIT", "STALE", "UPDATING"].includes(String(headers["x-cache"]));

async function trySessions(
  visit: Visit,
  { location, identityUrl }: PostgresSite,
  origin: string,
): Promise<TrialResult> {
  const site = { url: origin, identityUrl };
  const { people, contestIds } = await createUsersAndContests(site, location, { people: 1, contests: 4 });
  const [person] = people;
  const { cookie, email } = person!;
  const figures = { "answered from the cache with a session": 0, "stored with a session": 0, "open to caches": 0 };
  for (const own of [cookie, `${cookie}x`, "theme=dark; conquest_session=none; a=b"]) {
    for (const id of contestIds)
      for (const address of [`/contest-details/${id}?${own.length}`, `/api/contest-details/${id}?${own.length}`]) {
        await visit(address, { cookie: own });
        const again = await visit(address, { cookie: own });
        if (isStored(again)) figures["answered from the cache with a session"] += 1;
        if (!/private|no-store/.test(String(again.headers["cache-control"]))) figures["open to caches"] += 1;
        if (isStored(await visit(address))) figures["stored with a session"] += 1;
        if (isStored(await visit(address, { cookie: own }))) figures["answered from the cache with a session"] += 1;
      }
  }
  // Visitors share what they get, with whatever other cookies.
  const shared = await visit("/all_contests?shared").then(() =>
    visit("/all_contests?shared", { cookie: "theme=dark" }),
  );
  const overview = async (own: string) => (await visit("/api/my-overview", { cookie: own })).status;
  const before = await overview(cookie);
  await person!.call("POST", endSession.path);
  const out = await overview(cookie);
  const back = await overview((await signIn(site, email)).cookie);
  return {
    title: "Sessions behind nginx",
    figures: {
      ...figures,
      "visitors who share": Number(isStored(shared)),
      "own overview": before,
      "logged out": out,
      back: back,
    },
    limits: { "answered from the cache with a session": 0, "stored with a session": 0, "open to caches": 0 },
    expected: { "visitors who share": 1, "own overview": 200, "logged out": 401, back: 200 },
  };
}

const shellOf = ({ text }: Response) => /\/mf\/shell\/([0-9a-f]+)\/main\.js/.exec(text)?.[1];
const visitorCookieOf = ({ headers }: Response) =>
  headers["set-cookie"]?.find((each) => each.startsWith("conquest_visitor="))?.split(";")[0];

/** Returns for how many milliseconds visitors still get the page of this shell. */
async function durationOfOldPage(visit: Visit, old: string | undefined): Promise<number> {
  const from = performance.now();
  let last = from;
  while (performance.now() - from < MAX_AGE_SECONDS * 1000) {
    if (shellOf(await visit("/")) === old) last = performance.now();
    await pause(100);
  }
  return last - from;
}

async function tryCanary(
  visit: Visit,
  deploy: (address: string, body: object) => Promise<unknown>,
): Promise<TrialResult> {
  for (let time = 0; time < 3; time += 1) await visit("/");
  const before = shellOf(await visit("/"));
  await deploy("/mf/releases", { ...uploadOf(shell("second")), who: "the edge trial", canary: CANARY_PERCENT });
  await pause(MAX_AGE_SECONDS * 1000);
  let [assigned, changed, unnumbered] = [0, 0, 0];
  for (let each = 0; each < VISITORS; each += 1) {
    const first = await visit("/");
    const cookie = visitorCookieOf(first);
    if (!cookie) unnumbered += 1;
    const isNew = shellOf(first) !== before;
    assigned += Number(isNew);
    const again = await visit("/", { cookie: cookie ?? "" });
    changed += Number((shellOf(again) !== before) !== isNew);
  }
  await deploy("/mf/registry/shell", { action: "promote", who: "the edge trial" });
  const promoted = await durationOfOldPage(visit, before);
  const second = shellOf(await visit("/"));
  await deploy("/mf/releases", { ...uploadOf(shell("third")), who: "the edge trial" });
  const released = await durationOfOldPage(visit, second);
  const share = (100 * assigned) / VISITORS;
  return {
    title: `A canary of ${CANARY_PERCENT} % behind nginx`,
    figures: {
      visitors: VISITORS,
      "share, %": share,
      "share off by": Math.abs(share - CANARY_PERCENT),
      "without a number": unnumbered,
      "changed between versions": changed,
      "old page after the promotion, s": seconds(promoted),
      "old page after a release, s": seconds(released),
    },
    limits: {
      "share off by": 3,
      "without a number": 0,
      "changed between versions": 0,
      "old page after the promotion, s": MAX_AGE_SECONDS - 1,
      "old page after a release, s": MAX_AGE_SECONDS - 1,
    },
  };
}

async function tryOutage(
  visit: Visit,
  { location, identityUrl, postgres }: PostgresSite,
  origin: string,
  outage: number,
): Promise<TrialResult> {
  const { people, contestIds } = await createUsersAndContests({ url: origin, identityUrl }, location, {
    people: 1,
    contests: 1,
  });
  const { cookie } = people[0]!;
  const [id] = contestIds;
  const pages = ["/", "/all_contests", `/contest-details/${id}`].flatMap((page) => [
    page,
    `/bn${page}`.replace(/\/$/, ""),
  ]);
  const files = (await Promise.all(pages.map((page) => visit(page)))).flatMap(({ text }) =>
    [...text.matchAll(/(?:src|href)="(\/(?:mf|media)\/[^"]+)"/g)].map(([, file]) => file!),
  );
  const addresses = [
    ...new Set([
      ...pages,
      ...files,
      "/media/covers/image-design-1.webp",
      "/api/popular-contests",
      "/api/all-contests",
      `/api/contest-details/${id}`,
      `/embed/contest/${id}`,
      "/feeds/contests.atom",
      "/sitemap.xml",
    ]),
  ];
  const everyLanguage = addresses.flatMap((address) =>
    (address.startsWith("/api/") ? ["en", "bn"] : ["en-GB,en;q=0.9"]).map((language) => ({ address, language })),
  );
  const round = () =>
    Promise.all(everyLanguage.map(({ address, language }) => visit(address, { "accept-language": language })));
  for (let time = 0; time < 3; time += 1) await round();

  await postgres.end("SIGINT");
  const from = performance.now();
  const responses: Record<string, number> = {};
  const failed = new Set<string>();
  let [signedIn, withoutRetry, unread] = [0, 0, 0];
  while (performance.now() - from < outage * 1000) {
    (await round()).forEach(({ status }, index) => {
      responses[status] = (responses[status] ?? 0) + 1;
      if (status !== 200) failed.add(everyLanguage[index]!.address);
    });
    for (const address of ["/", `/contest-details/${id}`, "/api/all-contests", "/api/my-overview"]) {
      const response = await visit(address, { cookie });
      const isServersOwn = performance.now() - from < SERVER_CACHE_MS && !isStored(response);
      if (response.status !== 503) signedIn += Number(!isServersOwn);
      else if (!response.headers["retry-after"]) withoutRetry += 1;
    }
    const { status } = await visit(`/all_contests?${performance.now()}`);
    if (status !== 503 && performance.now() - from >= SERVER_CACHE_MS) unread += 1;
    await pause(200);
  }
  await postgres.relaunch();
  const repaired = performance.now();
  while ((await visit("/api/my-overview", { cookie })).status !== 200) await pause(50);
  const recovered = performance.now() - repaired;
  for (const each of failed) console.error(each);
  return {
    title: `The database stopped for ${outage} s, behind nginx`,
    responses,
    figures: {
      "visitors' addresses": everyLanguage.length,
      failed: failed.size,
      "signed-in users who got something else than 503": signedIn,
      "503 without Retry-After": withoutRetry,
      "new addresses that got something else than 503": unread,
      "recovered after, s": seconds(recovered),
    },
    limits: {
      failed: 0,
      "signed-in users who got something else than 503": 0,
      "503 without Retry-After": 0,
      "new addresses that got something else than 503": 0,
    },
  };
}
