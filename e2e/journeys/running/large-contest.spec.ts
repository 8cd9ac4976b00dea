import type { Page } from "@playwright/test";
import { expect, openAs } from "../../site";
import { inDays, makeJudge, test, type Newcomer } from "../../signed-in";
import type { Contest } from "../../wire";

const main = (page: Page) => page.locator("main");

const SPOTS = 20;
const BRIEF = "A kite for the delta:\n\n- one metre wide,\n- of **paper**,\n- folded into a school bag.";
const FIELDS = [
  { kind: "short", label: "Title", isRequired: true },
  { kind: "long", label: "Story" },
  { kind: "number", label: "Height in metres" },
  { kind: "one", label: "Technique", options: ["Ink", "Pencil"] },
  { kind: "several", label: "Materials", options: ["Bamboo", "Cloth"] },
  { kind: "consent", label: "We drew it ourselves.", isRequired: true },
];
const ANSWERS = [
  { label: "Title", value: "Heron" },
  { label: "We drew it ourselves.", value: true },
];
const TEMPLATE = { name: "template.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nKite\n%%EOF") };

test("a large contest runs from its brief to three prizes that arrive", async ({
  page,
  as,
  another,
  contest,
  newcomer,
}) => {
  test.setTimeout(300_000);
  const owner = await newcomer("creator");
  const people: Newcomer[] = [];
  for (let count = 0; count <= SPOTS; count += 1) people.push(await newcomer());
  const judges = [await newcomer(), await newcomer(), await newcomer()];
  const [captain, mate, third, second, other] = people as [Newcomer, Newcomer, Newcomer, Newcomer, Newcomer];
  const [leaving, waiting] = [people[SPOTS - 1]!, people[SPOTS]!];
  const { _id, name } = await contest({
    by: owner,
    description: BRIEF,
    prize: "25000",
    morePrizes: "Second place\t12000\nThird place\t5000",
    criteria: "It flies\nPaper alone",
    criteriaWeights: "3\n1",
    entryFields: JSON.stringify(FIELDS.map((field) => ({ help: "", isRequired: false, options: [], ...field }))),
    maxParticipants: String(SPOTS),
    maxTeamSize: "3",
    deadline: inDays(75 / 86_400),
  });
  const address = `/contest-details/${_id}`;
  const put = async (person: Newcomer, path: string, data: object = {}) => {
    const answer = await person.api.put(`/api${path}`, { data });
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true);
    return answer;
  };
  const join = (person: Newcomer) => put(person, "/join-contest", { contestId: _id, email: person.email });

  await openAs(page, owner, address);
  await page.getByLabel(/Add files/).setInputFiles(TEMPLATE);
  await expect(page.getByRole("button", { name: "Remove template.pdf" })).toBeVisible();
  const visitor = await another();
  // Public responses are cached for a second.
  await expect(async () => {
    await visitor.goto(address);
    await expect(main(visitor).getByRole("link", { name: "Download template.pdf" })).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(main(visitor).getByRole("region", { name: "Brief" }).locator("strong")).toHaveText("paper");
  await expect(main(visitor).getByText("Teams of up to 3")).toBeVisible();
  await expect(main(visitor)).toContainText("Second place");
  await expect(main(visitor)).toContainText("৳12,000");
  await expect(main(visitor).getByRole("listitem").filter({ hasText: "It flies" })).toContainText("counts 3 times");
  await expect(main(visitor).getByRole("region", { name: "Entry form" })).toContainText("Ink · Pencil");

  // Every spot is taken; someone waits, is offered the spot of a person who leaves, and takes it.
  await Promise.all(people.slice(0, SPOTS).map(join));
  await expect(async () => {
    await visitor.reload();
    await expect(main(visitor).getByRole("link", { name: "Join the waiting list" })).toBeVisible({ timeout: 3000 });
  }).toPass();
  await put(waiting, `/waiting-list/${_id}`);
  await put(leaving, "/leave-contest", { contestId: _id, email: leaving.email });
  await join(waiting);

  // A team of three submits one entry, others submit alone.
  const created = await captain.api.post(`/api/my-team/${_id}`, { data: { name: "River Foxes" } });
  const { team } = (await created.json()) as { team: { code: string } };
  for (const member of [mate, third]) {
    expect((await member.api.post("/api/join-code", { data: { code: team.code } })).ok()).toBe(true);
    await put(member, `/my-team/${_id}`, { withdrawsEntry: false });
  }
  const mates = await another();
  await openAs(mates, mate, `${address}#entry`);
  await expect(main(mates).getByText("3 of 3 members")).toBeVisible();
  const own = main(mates).getByRole("region", { name: "Your entry" });
  await own.getByLabel("Text", { exact: true }).fill("A kite of silk");
  await own.getByLabel("Title").fill("Fox in the wind");
  await own.getByLabel("Technique").selectOption("Ink");
  await own.getByLabel("We drew it ourselves.").check();
  await own.getByRole("button", { name: "Submit entry" }).click();
  await expect(own.getByText("Your entry was submitted", { exact: true })).toBeVisible();
  for (const [author, text] of [
    [second, "A kite of paper"],
    [other, "A kite of leaves"],
    [waiting, "A kite of straw"],
  ] as const)
    await put(author, `/submit-entry/${_id}`, { text, link: "", answers: ANSWERS, showIfWins: true });

  for (const judge of judges) await makeJudge(owner, judge, _id);
  await put(owner, `/judging-plan/${_id}/assignment`, { judgesPerEntry: 2 });
  await expect
    .poll(async () => ((await (await owner.api.get(`/api/contest-details/${_id}`)).json()) as Contest).phase, {
      timeout: 90_000,
    })
    .toBe("judging");

  // One judge recuses themselves from an entry; all judges rate what is assigned to them.
  const judgePage = await another();
  await openAs(judgePage, judges[0]!, `/dashboard/judging/${_id}`);
  await main(judgePage).getByRole("listbox").getByRole("option").first().click();
  await main(judgePage).getByRole("button", { name: "Recuse yourself from this entry" }).click();
  const recusal = judgePage.getByRole("alertdialog");
  await recusal.getByLabel("Reason").fill("I taught this person.");
  await recusal.getByRole("button", { name: "Recuse myself" }).click();
  await expect(recusal).toHaveCount(0);
  for (const judge of judges) {
    const assigned = (await (await judge.api.get(`/api/judging/${_id}/entries`)).json()) as { _id: string }[];
    for (const [index, { _id: entryId }] of assigned.entries())
      for (const position of [0, 1])
        await put(judge, `/rate-criterion/${_id}`, { entryId, position, rating: 5 - ((index + position) % 3) });
  }

  await page.goto(`/dashboard/contest_submitted/${_id}`);
  const panel = main(page).getByRole("region", { name: "Judges" });
  await expect(panel.getByRole("listitem").filter({ hasText: judges[0]!.email })).toContainText("1 recused");
  const entries = (await (await owner.api.get(`/api/contest-entries/${_id}`)).json()) as {
    _id: string;
    text: string;
  }[];
  const entryOf = (text: string) => entries.find((entry) => entry.text === text)!._id;
  await main(page).getByRole("option").filter({ hasText: "A kite of silk" }).click();
  await main(page)
    .getByRole("article")
    .filter({ hasText: "A kite of silk" })
    .getByRole("button", { name: /^Pick as winner/ })
    .click();
  const dialog = page.getByRole("alertdialog", { name: "Pick the winners?" });
  await dialog.getByLabel(/^Note/).fill("It flies in the lightest wind.");
  await dialog.getByLabel(/^Second place/).selectOption(entryOf("A kite of paper"));
  await dialog.getByLabel(/^Third place/).selectOption(entryOf("A kite of leaves"));
  await dialog.getByRole("button", { name: "Pick the winners" }).click();
  await expect(dialog).toBeHidden();

  // All members of the team and the other winners have a certificate; the prizes arrive, one after a dispute.
  for (const winner of [captain, mate, third, second, other]) {
    const certificate = await winner.api.get(`/api/certificates/${_id}`);
    expect([winner.name, certificate.headers()["content-type"]]).toEqual([winner.name, "application/pdf"]);
  }
  const today = new Date().toISOString().slice(0, 10);
  for (const place of [1, 2, 3]) await put(owner, `/send-prize/${_id}`, { place, on: today, note: "By post." });
  await put(captain, `/confirm-prize/${_id}`, { place: 1 });
  await put(other, `/confirm-prize/${_id}`, { place: 3 });
  const winners = await another();
  await openAs(winners, second, "/dashboard/my_winning_contests");
  await main(winners).getByRole("button", { name: "Report a problem" }).click();
  await winners.getByRole("alertdialog").getByLabel("What went wrong?").fill("The parcel was empty.");
  await winners.getByRole("alertdialog").getByRole("button", { name: "Send report" }).click();
  await expect(main(winners).getByText("Problem reported", { exact: true })).toBeVisible();
  const admin = await as("admin");
  const awards = (await (await admin.get(`/api/awards/${_id}`)).json()) as { place: number; revision: number }[];
  const { revision } = awards.find(({ place }) => place === 2)!;
  const settled = await admin.put(`/api/settle-prize/${_id}`, {
    data: { place: 2, revision, decision: "delivered", note: "A second parcel arrived." },
  });
  expect(settled.ok()).toBe(true);

  await visitor.goto(address);
  await expect(main(visitor).getByText("River Foxes").first()).toBeVisible();
  await expect(main(visitor).getByRole("region", { name: "The creator’s track record" })).toContainText("3 of 3");
  await expect(visitor).toHaveTitle(new RegExp(name));
});

test("a plain contest shows nothing of what it doesn't use", async ({ page, another, contest, newcomer }) => {
  const [owner, participant] = [await newcomer("creator"), await newcomer()];
  const { _id } = await contest({ by: owner, prize: "0" });
  const address = `/contest-details/${_id}`;
  await page.goto(address);
  await expect(main(page).getByRole("region", { name: "Brief" })).toBeVisible();
  for (const unused of ["Teams of up to", "Spots left", "Entry form", "Attachments", "Unlisted", "Private", "counts "])
    await expect(main(page)).not.toContainText(unused);

  // As before these features existed, two calls join and submit.
  const joined = await participant.api.put("/api/join-contest", { data: { contestId: _id, email: participant.email } });
  expect(joined.ok()).toBe(true);
  const participants = await another();
  await openAs(participants, participant, `${address}#entry`);
  const own = main(participants).getByRole("region", { name: "Your entry" });
  await expect(own.getByRole("textbox")).toHaveCount(2);
  await expect(main(participants).getByRole("region", { name: "Your team" })).toHaveCount(0);
  const submitted = await participant.api.put(`/api/submit-entry/${_id}`, { data: { text: "A kite", link: "" } });
  expect(submitted.ok()).toBe(true);
});
