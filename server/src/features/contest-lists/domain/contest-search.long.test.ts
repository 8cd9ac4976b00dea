import { eq, sql } from "drizzle-orm";
import { listContests, searchContests } from "@conquest/shared/contracts/listing";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import { listContestsUnfiltered } from "@conquest/shared/contracts/review";
import { TAGS } from "@conquest/shared/contracts/tags";
import { listUsers } from "@conquest/shared/contracts/users";
import { contests } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import { TEST_NOW, testServer, type Person } from "../../../testing/test-server";
import { contestSteps } from "../../../testing/contest-steps";
import { DAY } from "../../../testing/test-clock";

const now = new Date(TEST_NOW);

describe("contest search", () => {
  const server = testServer();
  const { api, people } = server;
  const steps = contestSteps(server);
  const publish = async (creator: Person, names: string[], description = "As it says") => {
    for (const name of names) await steps.open(creator, { name, description, tags: "Book Review" });
  };
  const search = async (searchTerm: string) =>
    (await api.call(searchContests, { params: { searchTerm } })).map(({ name }) => name);

  it.each([
    ["in any case", "LOGO of a bakery", "logo OF"],
    ["in Bangla", "নদীর ধারে পোস্টার", "ধারে পো"],
    ["with Bangla digits for Latin ones", "Poster 2026", "২০২৬"],
    ["with Latin digits for Bangla ones", "পোস্টার ২০২৬", "2026"],
    ["of one letter", "ঔষধের লোগো", "ঔ"],
    ["of two letters", "木工の看板", "木工"],
    ["of signs", "A slogan for C++ (100%)", "++ (1"],
    ["of a letter and signs", "A slogan for C++ (100%)", "c++"],
    ["in another normalization form", "Un \u00e9tude", "e\u0301TUDE"],
    ["with pattern characters", "100%_sure\\", "%_sure\\"],
    ["without its diacritics", "Łukasz Ünal, İstanbul", "lukasz unal, istanbul"],
    ["with additional diacritics", "Cafe noir", "café"],
    ["with letters missing on keyboards", "Straße nach Ærø", "strasse nach aero"],
    ["in Arabic without points", "محمّد", "محمد"],
    ["in Arabic with points and elongation", "محمد", "مـحـمّد"],
    ["in Bangla without the zero-width joiner", "র\u200d্যালি", "র্যালি"],
    ["of a number without its commas", "Prize of 25,000 taka", "25000"],
    ["of a number with commas", "Prize of 25000 taka", "25,000"],
    ["of a number in Bangla with commas", "Prize of 25000 taka", "২৫,০০০"],
    ["of a number in groups of two", "পুরস্কার ২,৫০,০০০ টাকা", "250000"],
    ["of a number in groups of three for one in groups of two", "পুরস্কার ২,৫০,০০০ টাকা", "250,000"],
    ["of words and a number", "Prize of 1,250,000 taka", "of 1250000 taka"],
  ])("finds exact text %s", async (_, name, term) => {
    const creator = await people.creator();
    await publish(creator, [name, "Something else altogether"]);
    expect(await search(term)).toEqual([name]);
    expect((await api.call(listContests, { query: { q: term } })).map((card) => card.name)).toEqual([name]);
  });

  it.each([
    ["within an extremely long word", `A word ${"longerthan".repeat(20)}, and others`, "rthanlongerthanl"],
    ["at the end of a long word", `${"x".repeat(95)}quite at its end`, "xxquite at"],
    ["across word separators", "A slogan for C++, river/bank", "c++, river/b"],
    ["across two adjacent words", "Night market", "ht mar"],
    ["longer than any word", "abcdefghij".repeat(12), "abcdefghij".repeat(9)],
  ])("finds text %s", async (_, description, term) => {
    await publish(await people.creator(), ["Sought"], description);
    await publish(await people.creator(), ["Something else"]);
    expect(await search(term)).toEqual(["Sought"]);
  });

  it("finds a word added by an update", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator, { name: "A logo" });
    expect(await search("zeppelin")).toEqual([]);
    await server.db
      .update(contests)
      .set({ description: `By ${"q".repeat(50)}zeppelin` })
      .where(eq(contests.id, id));
    expect(await search("qzeppelin")).toEqual(["A logo"]);
  });

  it("lists name matches first and no fuzzy matches", async () => {
    const creator = await people.creator();
    await publish(creator, ["Design a poster", "Desing without a mistake"]);
    await publish(creator, ["Something else"], "A desing, described");
    const all = ["Desing without a mistake", "Something else"];
    expect(await search("desing")).toEqual(all);
    let cursor: string | undefined;
    for (const name of all) {
      const page = await api.page(searchContests, {
        params: { searchTerm: "desing" },
        query: { limit: 1, ...(cursor ? { cursor } : {}) },
      });
      expect([page.items.map((card) => card.name), page.total]).toEqual([[name], all.length]);
      cursor = page.nextCursor ?? undefined;
    }
    expect(cursor).toBeUndefined();
  });

  it.each([
    ["a letter too many", "Photography at night", "photogrraphy"],
    ["a letter missing", "Photography at night", "potography"],
    ["another letter", "Photography at night", "fotography"],
    ["two letters in the wrong order", "Design of a stamp", "desing"],
    ["a short word", "A logo", "logi"],
    ["words in another order", "Poster for a river", "river poster"],
    ["one word right and one not", "Poster for a river", "poster rivar"],
    ["another vowel sign in Bangla", "নদীর পোস্টার", "নদির পোস্টার"],
  ])("finds fuzzy matches: %s", async (_, name, term) => {
    await publish(await people.creator(), [name, "Quite unlike"]);
    expect(await search(term)).toEqual([name]);
    expect((await api.call(listContests, { query: { q: term, sort: "prize" } })).map((card) => card.name)).toEqual([
      name,
    ]);
  });

  it("prefers swapped letters to other typing errors", async () => {
    await publish(await people.creator(), ["Review a film", "Time flies", "The game of fives"]);
    expect(await search("flim")).toEqual(["Review a film"]);
    expect(await search("gmae fivse")).toEqual(["The game of fives"]);
  });

  it.each([
    ["full-width letters and digits", "ＦＵＬＬ width of ５００", "full width of 500"],
    ["wider or repeated spaces", "Save  100%\u00a0now", "save\u3000100%  now"],
    ["Arabic presentation forms", "مسابقة", "\ufee3\ufeb4\ufe8e\ufe91\ufed8\ufe94"],
    ["a ligature", "The ﬁrst ﬂag", "first flag"],
    ["another apostrophe", "My grandmother's recipe", "grandmother\u2019s"],
    ["an accent for an apostrophe", "It's a lantern", "it\u00b4s a lantern"],
    ["inches", 'A 5" poster', "5\u2033 poster"],
    ["other quotation marks", "A \u201cnew\u201d, \u00abnew\u00bb poster", '"new", "new"'],
    ["another dash", "A poster \u2013 two\u2212three, four\u2011five", "- two-three, four-five"],
  ])("treats look-alike characters as equal: %s", async (_, name, term) => {
    await publish(await people.creator(), [name, "Quite unlike"]);
    expect([await search(term), await search(name)]).toEqual([[name], [name]]);
    const admin = await people.admin();
    await people.user({ name });
    expect(await api.as(admin).call(listUsers, { query: { q: term } })).toHaveLength(1);
  });

  it("takes pattern characters literally", async () => {
    await publish(await people.creator(), ["100% paper_kites"]);
    expect(await search("100% paper_")).toEqual(["100% paper_kites"]);
    for (const term of ["100_ paper", "paper%kites", "1*", "paper?kites"]) expect(await search(term)).toEqual([]);
  });

  it.each(["5000", "25000", "৫০০০", "25,000", "2,50,000", "6000", "60001", "0,000 to", "poter 600", "postr 0"])(
    "finds only the exact number: %s",
    async (term) => {
      await publish(
        await people.creator(),
        ["A poster, 60,000 to win", "A poster, 6001 to win"],
        "From 1250,00 and 1,250 on",
      );
      const found = { "0,000 to": ["A poster, 60,000 to win"] }[term] ?? [];
      expect(await search(term)).toEqual(found);
    },
  );

  it("finds a number in any grouping beside a misspelled word", async () => {
    await publish(await people.creator(), ["Poster, 60,000 to win", "Poster, 160,000 to win", "Poster, 160000 to win"]);
    expect(await search("postr 60000")).toEqual(["Poster, 60,000 to win"]);
    expect((await search("160,000 postr")).toSorted()).toEqual(["Poster, 160,000 to win", "Poster, 160000 to win"]);
  });

  it.each([
    ["a vowel sign that makes another word", "কাল", "কল"],
    ["a vowel sign of Devanagari", "काल", "कल"],
    ["the Cyrillic short i", "мой", "мои"],
  ])("distinguishes letters that resemble marks: %s", async (_, name, term) => {
    const creator = await people.creator();
    await publish(creator, [`${name} 1`]);
    const { rows } = await server.db.execute<{ same: boolean }>(
      sql`select search_fold(${name}::text) = search_fold(${term}::text) as same`,
    );
    expect(rows).toEqual([{ same: false }]);
  });

  it("finds nothing for marks alone", async () => {
    await publish(await people.creator(), ["A logo"], "محمّد");
    for (const term of ["\u0651", "\u0301\u200d", "\u00b4", "\u00a8", "\ufc5e"]) expect(await search(term)).toEqual([]);
  });

  describe("in managed lists", () => {
    const managed = async (
      admin: Person,
      q: string,
      query: { limit?: number; cursor?: string; tag?: "Book Review"; phase?: "open" } = {},
    ) => api.as(admin).page(listContestsUnfiltered, { query: { q, ...query } });
    const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name).toSorted();

    it("finds contests and creators by fuzzy match if nothing is exact", async () => {
      const admin = await people.admin();
      const sumaiya = await people.creator({ name: "Sumaiya Akter" });
      await publish(sumaiya, ["আলোকচিত্র", "Lanterns"]);
      await publish(await people.creator({ name: "Rafi Chowdhury" }), ["Kites"]);
      expect(namesOf(await managed(admin, "আলকচিত্র"))).toEqual(["আলোকচিত্র"]);
      expect(namesOf(await managed(admin, "Sumaya Aktar"))).toEqual(["Lanterns", "আলোকচিত্র"]);
      expect(namesOf(await managed(admin, "rafi chaudhuri"))).toEqual(["Kites"]);
      expect(namesOf(await managed(admin, "lantrens", { tag: "Book Review" }))).toEqual(["Lanterns"]);
      expect((await managed(admin, "nobody at all")).total).toBe(0);
      await publish(sumaiya, ["Lantrens"]);
      expect(namesOf(await managed(admin, "lantrens"))).toEqual(["Lantrens"]);
    });

    it("pages without duplicates or gaps", async () => {
      const admin = await people.admin();
      await publish(await people.creator({ name: "Sumaiya Akter" }), ["One", "Two", "Three"]);
      await publish(await people.creator(), ["Sumaya's Akter"]);
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await managed(admin, "sumaya aktar", { limit: 1, ...(cursor ? { cursor } : {}) });
        expect(page.total).toBe(4);
        names.push(...page.items.map(({ name }) => name));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(names.toSorted()).toEqual(["One", "Sumaya's Akter", "Three", "Two"]);
    });

    it("searches only a creator's own contests and words", async () => {
      const creator = await people.creator();
      await publish(creator, ["Photography"]);
      await steps.create(creator, { name: "Fotografie in review" });
      await publish(await people.creator(), ["Photograph", "Photographs", "Photografy", "Photographe", "Umbrellas"]);
      const own = async (q: string, query: { sort?: "due" } = {}) =>
        (await api.as(creator).call(listMyContests, { params: { email: creator.email }, query: { q, ...query } })).map(
          ({ name }) => name,
        );
      expect(await own("photographyy")).toEqual(["Photography"]);
      expect(await own("photographyy", { sort: "due" })).toEqual(["Photography"]);
      expect(await own("fotografei")).toEqual(["Fotografie in review"]);
      expect(await own("umbrelas")).toEqual([]);
    });

    it("rejects other users", async () => {
      const creator = await people.creator({ name: "Sumaiya Akter" });
      await steps.create(creator, { name: "Confidential" });
      for (const person of [await people.user(), await people.creator()]) {
        const { status } = await api.as(person).expectError(listContestsUnfiltered, { query: { q: "confidental" } });
        expect(status).toBe(403);
        await api
          .as(person)
          .expectError(listMyContests, { params: { email: creator.email }, query: { q: "confidental" } });
      }
      await publish(creator, ["Lanterns"]);
      expect(await search("sumaya aktar")).toEqual([]);
      expect(
        await api.as(creator).call(listMyContests, { params: { email: creator.email }, query: { q: "sumaya aktar" } }),
      ).toEqual([]);
    });
  });

  it("finds nothing without similar or visible contests", async () => {
    const creator = await people.creator();
    await publish(creator, ["A logo"]);
    await steps.create(creator, { name: "Confidential" });
    expect(await search("Umbrella")).toEqual([]);
    expect(await search("confidental")).toEqual([]);
    await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, creator.id));
    expect(await search("logo")).toEqual([]);
  });
});

/** Enough rows that a term in more than half of them is common, so that lists are scanned in order. */
const ROWS = 2_400;

describe("contest search among many contests", () => {
  const server = testServer();
  const { api, people } = server;
  let rows: (typeof contests.$inferSelect)[] = [];
  let admin: Person;

  const each = (divisor: number, number: number, text: string) => (number % divisor === 0 ? text : "");

  beforeEach(async () => {
    admin = await people.admin();
    const creator = await people.creator({ name: "Maker of many" });
    const drafts = Array.from({ length: ROWS }, (_, number) => ({
      creatorId: creator.id,
      name: `Contest ${number} ${number % 3 > 0 ? "poster" : ""} ${each(97, number, "seldom")} ${each(1_999, number, "xq")}`,
      image: "/media/a.svg",
      description: `${number % 4 > 0 ? "By the river" : ""} ${each(3, number, "a poster")} ${each(101, number, "seldom")}`,
      task: "Do it",
      tag: TAGS[number % 3]!,
      registrationPrice: 10,
      prize: (number % 13) * 100,
      deadline: new Date(now.getTime() + ((number % 11) - 5) * DAY),
      status: "open" as const,
      review: "approved" as const,
      openedAt: new Date(now.getTime() - (number % 17) * DAY),
      participantCount: number % 7,
      createdAt: now,
      updatedAt: now,
    }));
    rows = [];
    for (let from = 0; from < ROWS; from += 1_500)
      rows.push(
        ...(await server.db
          .insert(contests)
          .values(drafts.slice(from, from + 1_500))
          .returning()),
      );
    await server.db.execute(sql`analyze`);
  }, 120_000);

  const isIn = (text: string, term: string) => text.toLowerCase().includes(term);
  const isFound = (row: (typeof rows)[number], term: string) =>
    [row.name, row.description, row.tag].some((text) => isIn(text, term));
  const byPopularity = (row: (typeof rows)[number]) => [
    row.deadline > now ? 0 : 1,
    -row.participantCount,
    row.deadline.getTime(),
    row.id,
  ];
  const sorted = (found: typeof rows, keysOf: (row: (typeof rows)[number]) => (number | string)[]) =>
    found
      .map((row) => ({ id: row.id, keys: keysOf(row) }))
      .sort((one, other) => {
        const at = one.keys.findIndex((key, position) => key !== other.keys[position]);
        return one.keys[at]! < other.keys[at]! ? -1 : 1;
      })
      .map(({ id }) => id);

  const TERMS: [term: string, isCommon: boolean][] = [
    ["poster", true],
    ["contest", true],
    ["river", true],
    ["er", true],
    ["seldom", false],
    ["contest 22", false],
    ["xq", false],
    ["no such word", false],
  ];

  it("finds the same contests for common and rare terms", async () => {
    for (const [term, isCommon] of TERMS) {
      const found = rows.filter((row) => isFound(row, term));
      const best = sorted(found, (row) => [isIn(row.name, term) ? 0 : 1, ...byPopularity(row)]);
      const ids: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page === 0 || cursor; page += 1) {
        const answer = await api.page(searchContests, {
          params: { searchTerm: term },
          query: { limit: 100, ...(cursor ? { cursor } : {}) },
        });
        if (page === 0) {
          expect([term, answer.total, answer.isTotalAtLeast]).toEqual(
            isCommon ? [term, 1_000, true] : [term, found.length, false],
          );
        }
        ids.push(...answer.items.map(({ _id }) => _id));
        cursor = answer.nextCursor ?? undefined;
      }
      expect([term, ids]).toEqual([term, best]);
    }
  }, 120_000);

  it("supports every order and filter", async () => {
    const filter = (term: string, tag?: string) =>
      rows.filter((row) => isFound(row, term) && (!tag || row.tag === tag));
    for (const [term] of TERMS) {
      for (const tag of [undefined, TAGS[1]]) {
        const query = { q: term, limit: 100, ...(tag && { tag }) };
        const ask = async (more: { sort?: "popular" | "prize" | "newest"; phase?: "open" }) =>
          (await api.call(listContests, { query: { ...query, ...more } })).map(({ _id }) => _id);
        const first = (ids: string[]) => ids.slice(0, 100);
        expect(await ask({ sort: "popular" })).toEqual(first(sorted(filter(term, tag), byPopularity)));
        expect(await ask({ sort: "prize" })).toEqual(first(sorted(filter(term, tag), (row) => [-row.prize, row.id])));
        expect(await ask({ sort: "newest" })).toEqual(
          first(sorted(filter(term, tag), (row) => [-row.openedAt!.getTime(), row.id])),
        );
        expect(await ask({ sort: "prize", phase: "open" })).toEqual(
          first(
            sorted(
              filter(term, tag).filter(({ deadline }) => deadline > now),
              (row) => [-row.prize, row.id],
            ),
          ),
        );
      }
      const managed = await api
        .as(admin)
        .call(listContestsUnfiltered, { query: { q: term, sort: "prize", limit: 100 } });
      expect(managed.map(({ _id }) => _id)).toEqual(sorted(filter(term), (row) => [-row.prize, row.id]).slice(0, 100));
    }
    const byCreator = await api
      .as(admin)
      .call(listContestsUnfiltered, { query: { q: "maker of", sort: "prize", limit: 100 } });
    expect(byCreator.map(({ _id }) => _id)).toEqual(sorted(rows, (row) => [-row.prize, row.id]).slice(0, 100));
  }, 120_000);
});
