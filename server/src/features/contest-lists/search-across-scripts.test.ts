import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { listContests, searchContests } from "@conquest/shared/contracts/listing";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import { listContestsUnfiltered } from "@conquest/shared/contracts/review";
import { TAGS, type Tag } from "@conquest/shared/contracts/tags";
import { testServer } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { spells } from "./domain/transliteration";

const BANGLA_MESSAGES = JSON.parse(
  readFileSync(path.join(__dirname, "../../../../shared/messages/common.bn.json"), "utf8"),
) as Record<string, string>;

const server = testServer();
const { api, people } = server;
const steps = contestSteps(server);

async function publish(...names: string[]) {
  const creator = await people.creator();
  for (const name of names) await steps.open(creator, { name, description: "As it says", tags: "Book Review" });
  return creator;
}

type Query = Parameters<typeof api.page<typeof listContests>>[1]["query"];
const inHome = (searchTerm: string, query: Query = {}) => api.page(searchContests, { params: { searchTerm }, query });
const inList = (q: string, query: Query = {}) => api.page(listContests, { query: { q, ...query } });
const namesIn = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name);

async function searchEverywhere(term: string) {
  const home = await inHome(term);
  for (const query of [{}, { sort: "newest" }] as const) {
    const list = await inList(term, query);
    expect([namesIn(list).toSorted(), list.total, list.resultsFor]).toEqual([
      namesIn(home).toSorted(),
      home.total,
      home.resultsFor,
    ]);
  }
  return home;
}

describe("words that sound alike", () => {
  it.each([
    ["dhaka", "ঢাকা"],
    ["pohela boishakh", "পহেলা বৈশাখ"],
    ["baishakh", "বৈশাখ"],
    ["khulna", "খুলনা"],
    ["rangpur", "রংপুর"],
    ["bangladesh", "বাংলাদেশ"],
    ["kobita", "কবিতা"],
    ["kabita", "কবিতা"],
    ["golpo", "গল্প"],
    ["shadhinota", "স্বাধীনতা"],
    ["swadhinata", "স্বাধীনতা"],
    ["bidyalay", "বিদ্যালয়"],
    ["biddaloy", "বিদ্যালয়"],
    ["bijoy", "বিজয়"],
    ["ekushe", "একুশে"],
    ["utshob", "উৎসব"],
    ["nadi", "নদী"],
    ["chhobi", "ছবি"],
    ["muktijuddho", "মুক্তিযুদ্ধ"],
    ["shikkha", "শিক্ষা"],
    ["biggan", "বিজ্ঞান"],
    ["vasha", "ভাষা"],
    ["bhasha", "ভাষা"],
    ["shundor", "সুন্দর"],
    ["nokshi kantha", "নকশি কাঁথা"],
    ["brishti", "বৃষ্টি"],
    ["jamuna", "যমুনা"],
    ["zamuna", "যমুনা"],
    ["swapno", "স্বপ্ন"],
    ["walton", "ওয়ালটন"],
    ["cricket", "ক্রিকেট"],
    ["football", "ফুটবল"],
    ["festival", "ফেস্টিভ্যাল"],
    ["online", "অনলাইন"],
    ["computer", "কম্পিউটার"],
    ["bank", "ব্যাংক"],
  ])("finds %s and %s by each other", async (latin, bangla) => {
    await publish(`${latin} 1`, "Quite unlike");
    await publish(`${bangla} 2`, "একেবারে আলাদা");
    expect(namesIn(await searchEverywhere(latin))).toEqual([`${latin} 1`, `${bangla.normalize("NFC")} 2`]);
    expect(namesIn(await searchEverywhere(bangla))).toEqual([`${bangla.normalize("NFC")} 2`, `${latin} 1`]);
  });

  it("names the text found if only the other script has it", async () => {
    await publish("ঢাকা শহর");
    const page = await searchEverywhere("Dhaka");
    expect([namesIn(page), page.resultsFor]).toEqual([["ঢাকা শহর"], ["ঢাকা"]]);
    await publish("Dhaka in winter");
    const both = await searchEverywhere("Dhaka");
    expect([namesIn(both), both.total, both.resultsFor]).toEqual([["Dhaka in winter", "ঢাকা শহর"], 2, null]);
  });

  it.each([
    ["dhaka", "ঢাকার ছবি"],
    ["ঢাকার", "Dhaka by night"],
    ["ঢাকায়", "Dhaka by night"],
    ["শহরগুলো", "Shohor of lights"],
    ["#dhaka!", "ঢাকার ছবি"],
  ])("ignores Bangla case endings and signs: %s", async (term, name) => {
    await publish(name);
    expect(namesIn(await searchEverywhere(term))).toEqual([name]);
  });

  it.each([
    ["ঢাকা poster", "Dhaka poster", "ঢাকা"],
    ["dhaka পোস্টার", "ঢাকা পোস্টার", "Dhaka"],
    ["dhaka 2026", "ঢাকা ২০২৬", "ঢাকা ২০২৫"],
    ["ঢাকা ২০২৬", "Dhaka 2026", "Dhaka 2025"],
    ["poster dhaka", "ঢাকার পোস্টার", "ঢাকা"],
    ["dhaka postr", "ঢাকা, a poster", "ঢাকা"],
  ])("finds every word of a text in mixed scripts: %s", async (term, name, other) => {
    await publish(name, other);
    expect(namesIn(await inHome(term))).toEqual([name]);
  });

  it.each([
    ["cat", "কত"],
    ["an", "আন"],
    ["kal", "কাল"],
    ["dhaka", "ঢাকি"],
    ["dhaka", "দেখা"],
    ["kola", "কালো"],
    ["কম", "Kom"],
    ["mask", "মেসেক"],
  ])("does not take %s for %s", async (term, name) => {
    await publish(name);
    expect(namesIn(await searchEverywhere(term))).toEqual([]);
  });

  it("ranks matches in the typed script first, also in descriptions and over pages", async () => {
    const creator = await publish("ঢাকা 1", "ঢাকা 2");
    await steps.open(creator, { name: "A city", description: "By day in Dhaka", tags: "Book Review" });
    await publish("Dhaka");
    const all = await inHome("dhaka");
    expect(namesIn(all).slice(0, 2)).toEqual(["Dhaka", "A city"]);
    const names: string[] = [];
    for (let cursor: string | null | undefined = undefined; cursor !== null;) {
      const page: typeof all = await inHome("dhaka", { limit: 1, ...(cursor && { cursor }) });
      expect([page.total, page.resultsFor]).toEqual([4, null]);
      names.push(...namesIn(page));
      cursor = page.nextCursor;
    }
    expect(names).toEqual(namesIn(all));
  });

  it("finds both scripts in lists of managed contests", async () => {
    const admin = await people.admin();
    const creator = await publish("ঢাকা", "Dhaka", "Quite unlike");
    const own = await api.as(creator).page(listMyContests, { params: { email: creator.email }, query: { q: "dhaka" } });
    const managed = await api.as(admin).page(listContestsUnfiltered, { query: { q: "ঢাকা" } });
    for (const page of [own, managed])
      expect([namesIn(page).toSorted(), page.resultsFor]).toEqual([["Dhaka", "ঢাকা"], null]);
  });

  it("finds only the typed script if no word is in the other", async () => {
    await publish("A logo", "Дакка");
    expect(namesIn(await searchEverywhere("Дакка"))).toEqual(["Дакка"]);
    expect(namesIn(await searchEverywhere("dhaka"))).toEqual([]);
  });

  it("ignores letters without a spelling", () => {
    expect(spells("dhaka", "ঢাঽকা")).toBe(true);
  });

  it("has the same key for both spellings", async () => {
    const keyOf = async (word: string) => {
      const { rows } = await server.db.execute<{ key: string | null }>(
        sql`select search_sound(search_fold(${word}::text)) as key`,
      );
      return rows[0]!.key;
    };
    for (const [latin, bangla, key] of [
      ["chhobi", "ছবি", "cb"],
      ["lakshmi", "লক্ষ্মী", "lkm"],
      ["accha", "আচ্ছা", "c"],
      ["success", "সাকসেস", "sks"],
      ["ei", "ঐ", null],
    ] as const)
      expect([latin, await keyOf(latin), await keyOf(bangla)]).toEqual([latin, key, key]);
  });
});

describe("words of the site", () => {
  it.each([
    ["contest", "প্রতিযোগিতা"],
    ["photo", "ছবি"],
    ["photos", "আলোকচিত্র"],
    ["writing", "লেখা"],
    ["poem", "কবিতা"],
    ["story", "গল্প"],
    ["video", "ভিডিও"],
    ["logo", "লোগো"],
    ["design", "ডিজাইন"],
    ["business", "ব্যবসার"],
    ["prize", "পুরস্কার"],
    ["film", "চলচ্চিত্র"],
    ["winner", "বিজয়ী"],
    ["eid", "ঈদ"],
    ["boi", "বই"],
    ["Sylhet", "সিলেট"],
    ["Chittagong", "চট্টগ্রাম"],
    ["photo contest", "ছবি প্রতিযোগিতা"],
  ])("finds %s and %s by each other", async (english, bangla) => {
    const creator = await people.creator();
    for (const name of [`1 ${english}`, `2 ${bangla}`])
      await steps.open(creator, { name, description: "As it says", tags: "Marketing Strategy" });
    const names = [`1 ${english}`, `2 ${bangla.normalize("NFC")}`];
    expect(namesIn(await searchEverywhere(english))).toEqual(names);
    expect(namesIn(await searchEverywhere(bangla))).toEqual(names.toReversed());
  });

  it.each(TAGS)("finds contests in the category %s by its Bangla name", async (tag: Tag) => {
    const creator = await people.creator();
    for (const each of TAGS) await steps.open(creator, { name: each, description: "As it says", tags: each });
    const page = await inHome(BANGLA_MESSAGES[tag]!);
    expect(namesIn(page)).toEqual([tag]);
  });
});
