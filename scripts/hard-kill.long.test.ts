import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { aContestForm } from "@conquest/shared/testing/samples";
import { register, signIn, type ApiPerson } from "./src/demo/api-person";
import { killSite, startSite, stopSite, type SiteChild } from "./src/process/site-child";

const START = { args: ["--no-build"], patience: 120_000 };
const CREATOR = "creator@conquest.test";

let dataFolder = "";
let site: SiteChild | undefined;

beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), "conquest-kill-"));
});
afterAll(async () => {
  if (site?.process.exitCode === null && site.process.signalCode === null) await killSite(site);
  await rm(dataFolder, { recursive: true, force: true });
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Acknowledged {
  registered: string[];
  joined: { email: string; contestId: string }[];
  created: string[];
}

async function sendLoad(running: SiteChild, acknowledged: Acknowledged): Promise<void> {
  const creator = await signIn(running, CREATOR);
  const open = (await creator.call("GET", "/all-contests?phase=open&limit=30")).body as { _id: string }[];
  let count = 0;
  const registerUsers = async (lane: number) => {
    for (;;) {
      const email = `kill-${lane}-${(count += 1)}@conquest.test`;
      await register(running, email);
      acknowledged.registered.push(email);
      const person = await signIn(running, email);
      for (const { _id: contestId } of open.slice(0, 3 + lane)) {
        const { status } = await person.call("PUT", "/join-contest", { contestId, email });
        if (status === 200) acknowledged.joined.push({ email, contestId });
      }
    }
  };
  const createContests = async () => {
    for (;;) {
      const name = `Night shift ${(count += 1)}`;
      const { status } = await creator.call("POST", "/create-contest", aContestForm({ name }));
      if (status === 200) acknowledged.created.push(name);
      // Slow enough that all of them fit on one page of the list.
      await pause(25);
    }
  };
  const untilKilled = (work: Promise<never>) => work.catch(() => undefined);
  await Promise.all([
    untilKilled(registerUsers(0)),
    untilKilled(registerUsers(1)),
    untilKilled(registerUsers(2)),
    untilKilled(createContests()),
  ]);
}

it("keeps all confirmed writes when everything is killed and restarted", async () => {
  site = await startSite({ ...START, dataFolder });
  const acknowledged: Acknowledged = { registered: [], joined: [], created: [] };
  const work = sendLoad(site, acknowledged);
  while (acknowledged.joined.length < 40 || acknowledged.created.length < 10) await pause(20);
  await killSite(site);
  await work;

  site = await startSite({ ...START, dataFolder });
  const creator = await signIn(site, CREATOR);
  const mine = (await creator.call("GET", `/my-contests/${CREATOR}?limit=100&q=Night`)).body as { name: string }[];
  expect(mine.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged.created));

  const people = new Map<string, ApiPerson>();
  for (const email of acknowledged.registered) people.set(email, await signIn(site, email));
  for (const [email, person] of people) {
    const contests = (await person.call("GET", `/participated-contests/${email}?limit=100`)).body as {
      _id: string;
      paymentStatus: string;
    }[];
    const paid = contests.filter(({ paymentStatus }) => paymentStatus === "paid").map(({ _id }) => _id);
    expect(paid).toEqual(
      expect.arrayContaining(
        acknowledged.joined.filter((join) => join.email === email).map(({ contestId }) => contestId),
      ),
    );
  }
  expect(await stopSite(site)).toBe(0);
}, 300_000);
