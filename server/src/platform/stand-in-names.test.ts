import { eq } from "drizzle-orm";
import { listJudgedEntries } from "@conquest/shared/contracts/judging/judging";
import { listLedger } from "@conquest/shared/contracts/ledger";
import { getContestDetails, listContests } from "@conquest/shared/contracts/listing";
import { deleteUser, updateUsers } from "@conquest/shared/contracts/users";
import { users } from "../database/schema/people";
import { contestSteps } from "../testing/contest-steps";
import { HOUR } from "../testing/test-clock";
import { testServer, type Person } from "../testing/test-server";

const server = testServer({ config: { languages: ["en", "bn"], publicAnswersKeptMs: 3_600_000 } });
const { api, people, clock } = server;
const steps = contestSteps(server);

type Language = "en" | "bn";
const LANGUAGES = ["bn", "en", "bn"] as const;

const read = async <T>(path: string, language: Language, person: Person | null = null) =>
  (
    await (person ? api.as(person) : api).send({ url: `/api${path}`, headers: { "accept-language": language } })
  ).json<T>();
const inEach = <T>(ask: (language: Language) => Promise<T>) => Promise.all(LANGUAGES.map(ask));
const remove = async ({ id }: Person) => api.as(await people.admin()).call(deleteUser, { params: { id } });

async function createWonContest() {
  const [creator, winner] = [await people.creator(), await people.user()];
  const id = await steps.open(creator, { hidesNames: true });
  await steps.join(winner, id);
  const { _id: entryId } = await steps.submit(winner, id);
  clock.advance(3 * HOUR);
  const choose = () => steps.choose(creator, id, entryId);
  return { id, creator, winner, entryId, choose };
}

it("names a deleted creator in each reader's language, in cached public responses too", async () => {
  const { id, creator, choose } = await createWonContest();
  await choose();
  await remove(creator);
  type Card = { creator: { name: string } };
  for (const _ of ["made", "kept"]) {
    const details = (language: Language) => read<Card>(getContestDetails.path.replace(":id", id), language);
    const list = async (language: Language) => (await read<Card[]>(listContests.path, language))[0]!;
    for (const ask of [details, list])
      expect((await inEach(ask)).map((card) => card.creator.name)).toEqual([
        "মুছে ফেলা ব্যবহারকারী",
        "Deleted user",
        "মুছে ফেলা ব্যবহারকারী",
      ]);
  }
});

it("withholds a blocked winner's name in each reader's language", async () => {
  const { id, winner, choose } = await createWonContest();
  await choose();
  await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, winner.id));
  const details = (language: Language) =>
    read<{ winner: { name: string } }>(getContestDetails.path.replace(":id", id), language);
  expect((await inEach(details)).map((contest) => contest.winner.name)).toEqual([
    "নাম দেখানো হচ্ছে না",
    "Name withheld",
    "নাম দেখানো হচ্ছে না",
  ]);
});

it("numbers anonymous entries in the judge's language, and finds them by either label", async () => {
  const { id, creator, entryId } = await createWonContest();
  const list = (language: Language, q = "") =>
    read<{ _id: string; label: string }[]>(
      `${listJudgedEntries.path.replace(":contestId", id)}?${new URLSearchParams(q ? { q } : {})}`,
      language,
      creator,
    );
  const labels = (await inEach((language) => list(language))).map((entries) => entries[0]!.label);
  expect(labels[0]).toMatch(/^এন্ট্রি [০-৯]{3}$/);
  expect(labels[1]).toMatch(/^Entry \d{3}$/);
  for (const q of [...labels, labels[0]!.replace("এন্ট্রি ", "")])
    expect((await list("bn", q)).map(({ _id }) => _id)).toEqual([entryId]);
});

it("names deleted users in the admin's language in the ledger, and finds either name", async () => {
  const { winner } = await createWonContest();
  const admin = await people.admin();
  await remove(winner);
  const list = async (language: Language, q: string) =>
    (
      await read<{ person: { name: string } }[]>(`${listLedger.path}?${new URLSearchParams({ q })}`, language, admin)
    ).map(({ person }) => person.name);
  for (const q of ["Deleted user", "মুছে ফেলা ব্যবহারকারী"]) {
    expect(new Set(await list("bn", q))).toEqual(new Set(["মুছে ফেলা ব্যবহারকারী"]));
    expect(new Set(await list("en", q))).toEqual(new Set(["Deleted user"]));
  }
  expect(await list("bn", "মুছে ফেলা")).toEqual([]);
});

it("says in the admin's language why a user was not changed", async () => {
  const admin = await people.admin();
  const response = await api
    .as(admin)
    .send({
      method: updateUsers.method,
      url: `/api${updateUsers.path}`,
      headers: { "accept-language": "bn" },
      payload: { ids: [admin.id], act: "block", reason: "" },
    });
  const { refused } = response.json<{ refused: { message: string }[] }>();
  expect(refused.map(({ message }) => message)).toEqual([expect.stringMatching(/[ঀ-৿]/)]);
});
