import { eq, inArray, sql } from "drizzle-orm";
import { SORTS, type Phase } from "@conquest/shared/contracts/contests";
import { listContests, listPopularContests, listTopContests, searchContests } from "@conquest/shared/contracts/listing";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import { listContestsUnfiltered } from "@conquest/shared/contracts/review";
import type { Tag } from "@conquest/shared/contracts/tags";
import { contests, entries } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import { TEST_NOW, testServer, type Person } from "../../../testing/test-server";
import { DAY, HOUR } from "../../../testing/test-clock";
import { moveStages } from "../contest-lists-routes";
import { phaseOf } from "../../contests/domain/phase";

const MINUTE = 60_000;
const start = new Date(TEST_NOW);
const TAGS_USED: Tag[] = ["Book Review", "Movie Review", "Image Design Contests"];

type Row = typeof contests.$inferSelect & { isPublic: boolean; creatorName: string; creatorEmail: string };
type Keys = (number | string)[];
type KeysOf = (row: Row, at: Date) => Keys;

interface Page {
  items: { _id: string }[];
  nextCursor: string | null;
  total: number;
}

describe("contest lists compared with an in-memory reference", () => {
  const server = testServer();
  const { api, clock, people } = server;
  let rows: Row[];
  let admin: Person;
  let owner: Person;

  beforeEach(async () => {
    admin = await people.admin();
    owner = await people.creator({ name: "Owner of river" });
    rows = await insertRandomContests();
  });

  async function expectPages(
    limit: number,
    keysOf: KeysOf,
    matches: (row: Row, now: Date) => boolean,
    fetchPage: (query: { limit: number; cursor?: string }) => Promise<Page>,
  ) {
    clock.set(TEST_NOW);
    let after: Keys | null = null;
    let cursor: string | null = null;
    for (let turn = 0; turn === 0 || cursor; turn += 1) {
      const now = clock.now();
      const matching = rows.filter((row) => matches(row, now));
      const left = matching
        .map((row) => ({ row, keys: keysOf(row, start) }))
        .filter(({ keys }) => !after || compare(keys, after) > 0)
        .sort((one, other) => compare(one.keys, other.keys));
      const page: Page = await fetchPage({ limit, ...(cursor ? { cursor } : {}) });
      expect(page.items.map(({ _id }) => _id)).toEqual(left.slice(0, limit).map(({ row }) => row.id));
      expect([page.total, page.nextCursor !== null]).toEqual([matching.length, left.length > limit]);
      after = left.slice(0, limit).at(-1)?.keys ?? null;
      cursor = page.nextCursor;
      clock.advance(7 * MINUTE);
      if (turn % 5 === 4) await moveStages(server);
    }
  }

  const filters = (phases: Phase[]): { q?: string; tag?: Tag; phase?: Phase }[] => [
    {},
    { tag: "Book Review" },
    { q: "river" },
    { tag: "Movie Review", q: "POSTER" },
    ...phases.flatMap((phase) => [{ phase }, { phase, tag: "Book Review" as const }]),
    { phase: "judging", q: "poster", tag: "Movie Review" },
  ];

  it.each([undefined, ...SORTS])(
    "lists public contests sorted by %s",
    async (sort) => {
      for (const filter of filters(["open", "judging", "overdue", "completed", "in_review"])) {
        for (const limit of [7, 100]) {
          const query = { ...filter, ...(sort ? { sort } : {}) };
          await expectPages(
            limit,
            KEYS[sort ?? "latest"],
            (row, now) => row.isPublic && passes(row, filter, now),
            (page) => api.page(listContests, { query: { ...query, ...page } }),
          );
        }
      }
    },
    120_000,
  );

  it.each([undefined, ...SORTS])(
    "lists public contests within a cost limit, sorted by %s",
    async (sort) => {
      for (const filter of [
        { maxCost: 0 },
        { maxCost: 100 },
        { maxCost: 250, tag: "Book Review" as const },
        { maxCost: 100, phase: "judging" as const },
        { maxCost: 250, q: "river" },
      ]) {
        const query = { ...filter, maxCost: String(filter.maxCost), ...(sort ? { sort } : {}) };
        await expectPages(
          7,
          KEYS[sort ?? "latest"],
          (row, now) => row.isPublic && row.prize <= filter.maxCost && passes(row, filter, now),
          (page) => api.page(listContests, { query: { ...query, ...page } }),
        );
      }
    },
    120_000,
  );

  it("lists searched, popular and top contests", async () => {
    for (const searchTerm of ["river", "poster", "e", "Nowhereatall", "Review"]) {
      const bestMatch: KeysOf = (row, at) => {
        const [name, ...rest] = [row.name, row.tag, row.description].map((text) => isIn(text, searchTerm));
        return [name ? 0 : rest.includes(true) ? 1 : 3, ...KEYS.popular(row, at)];
      };
      const found = (row: Row, now: Date) => row.isPublic && passes(row, { q: searchTerm }, now);
      await expectPages(9, bestMatch, found, (query) => api.page(searchContests, { params: { searchTerm }, query }));
    }
    await expectPages(
      9,
      KEYS.popular,
      (row) => row.isPublic,
      (query) => api.page(listTopContests, { query }),
    );
    clock.set(TEST_NOW);
    const open = rows
      .filter((row) => row.isPublic && phaseOf(row, start) === "open")
      .sort((one, other) => compare(KEYS.popular(one, start), KEYS.popular(other, start)));
    expect((await api.call(listPopularContests, {})).map(({ _id }) => _id)).toEqual(
      open.slice(0, 6).map(({ id }) => id),
    );
  }, 120_000);

  it.each([undefined, ...SORTS])(
    "lists contests managed by admins, sorted by %s",
    async (sort) => {
      for (const filter of filters(["open", "judging", "overdue", "completed", "in_review", "rejected", "cancelled"])) {
        const query = { ...filter, ...(sort ? { sort } : {}) };
        await expectPages(
          30,
          KEYS[sort ?? "review"],
          (row, now) => passes(row, { ...filter, withCreator: true }, now),
          (page) => api.as(admin).page(listContestsUnfiltered, { query: { ...query, ...page } }),
        );
      }
    },
    120_000,
  );

  it("lists a creator's own contests", async () => {
    for (const { tag: _, ...filter } of filters(["open", "judging", "cancelled"])) {
      await expectPages(
        5,
        KEYS.created,
        (row, now) => row.creatorId === owner.id && passes(row, filter, now),
        (page) => api.as(owner).page(listMyContests, { params: { email: owner.email }, query: { ...filter, ...page } }),
      );
    }
  }, 120_000);

  async function insertRandomContests(): Promise<Row[]> {
    const random = sequence(2026);
    const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
    const ago = (ms: number) => new Date(start.getTime() - ms);
    const creators = [
      owner,
      await people.creator(),
      await people.creator({ name: "Blocked" }),
      await people.creator({ name: "Removed" }),
      await people.creator({ name: "Back" }),
    ];
    const winner = await people.user();
    const [blocked, removed, back] = [creators[2]!, creators[3]!, creators[4]!];
    await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, back.id));

    const drafts = Array.from({ length: 130 }, () => {
      const state = oneOf([
        "published",
        "published",
        "published",
        "won",
        "won",
        "cancelled",
        "in_review",
        "changes_requested",
        "rejected",
      ] as const);
      const isPublished = state === "published" || state === "won";
      const createdAt = ago(oneOf([1, 2, 2, 3, 40]) * DAY);
      return {
        isWon: state === "won",
        id: Math.floor(random() * 2 ** 32)
          .toString(16)
          .padStart(8, "0"),
        creatorId: oneOf(creators).id,
        name: `${oneOf(["Poster", "Film", "Nowhere"])} ${oneOf(["at the river", "of e\u0301tude".normalize("NFC"), ""])}`,
        image: "/media/a.svg",
        description: oneOf(["A poster by the RIVER", "100% wool", "নদীর পোস্টার"]),
        task: "Do it",
        tag: oneOf(TAGS_USED),
        registrationPrice: 10,
        prize: oneOf([0, 100, 100, 250, 9000]),
        // Some pass while pages are read, around page boundaries and the end of judging.
        deadline: ago(
          oneOf([
            -30 * DAY,
            -HOUR,
            -20 * MINUTE,
            -14 * MINUTE,
            -7 * MINUTE,
            -1,
            0,
            HOUR,
            3 * DAY,
            14 * DAY - 20 * MINUTE,
            14 * DAY - 7 * MINUTE,
            14 * DAY,
            60 * DAY,
          ]),
        ),
        status: isPublished ? ("open" as const) : ("pending" as const),
        review: isPublished ? ("approved" as const) : state === "cancelled" ? ("in_review" as const) : state,
        openedAt: isPublished || random() < 0.3 ? new Date(createdAt.getTime() + oneOf([0, 1, HOUR])) : null,
        cancelledAt: state === "cancelled" ? start : null,
        cancelReason: state === "cancelled" ? "" : null,
        participantCount: oneOf([0, 0, 0, 1, 2, 50]),
        createdAt,
        updatedAt: createdAt,
      };
    });
    const stored = await server.db
      .insert(contests)
      .values(drafts.map(({ isWon: _, ...draft }) => draft))
      .returning();
    const won = stored.filter((_, at) => drafts[at]!.isWon).map(({ id }) => id);
    const submitted = await server.db
      .insert(entries)
      .values(
        won.map((contestId) => ({
          contestId,
          userId: winner.id,
          number: 100,
          text: "Mine",
          sha256: "0".repeat(64),
          submittedAt: start,
          createdAt: start,
        })),
      )
      .returning();
    for (const { id, contestId } of submitted) {
      await server.db
        .update(contests)
        .set({ winnerId: winner.id, winnerEntryId: id, winnerNote: "", winnerAt: start, winnerDeclaredBy: admin.id })
        .where(eq(contests.id, contestId));
    }
    await server.db.update(users).set({ status: "verified" }).where(eq(users.id, back.id));
    await server.db.update(users).set({ status: "blocked" }).where(eq(users.id, blocked.id));
    await server.db
      .update(users)
      .set({ removedAt: start, email: null, name: "", image: "", role: "user" })
      .where(eq(users.id, removed.id));
    // Stored stages may be stale in any way: servers' clocks differ, and old cursors are still in use.
    for (const [at, stage] of [0, 1, 2].entries()) {
      const some = stored.filter((_, index) => index % 4 === at).map(({ id }) => id);
      await server.db
        .update(contests)
        .set({ stage: sql`${contests.stage} / 10 * 10 + ${stage}::int` })
        .where(sql`${inArray(contests.id, some)} and ${contests.stage} % 10 < 3`);
    }
    const found = await server.db
      .select({ contest: contests, creator: users })
      .from(contests)
      .innerJoin(users, eq(users.id, contests.creatorId));
    return found.map(({ contest, creator }) => ({
      ...contest,
      creatorName: creator.name,
      creatorEmail: creator.email ?? "",
      isPublic:
        contest.status === "open" &&
        contest.cancelledAt === null &&
        creator.status === "verified" &&
        (creator.removedAt === null || contest.winnerAt !== null),
    }));
  }
});

const KEYS = {
  popular: (row, at) => [isClosed(row, at), -row.participantCount, row.deadline.getTime(), row.id],
  newest: (row) => [-(row.openedAt ?? row.createdAt).getTime(), row.id],
  latest: (row, at) => [isClosed(row, at), -(row.openedAt ?? row.createdAt).getTime(), row.id],
  deadline: (row, at) => [isClosed(row, at), (isClosed(row, at) ? -1 : 1) * row.deadline.getTime(), row.id],
  prize: (row) => [-row.prize, row.id],
  cost: (row, at) => [isClosed(row, at), row.prize, row.id],
  created: (row) => [-row.createdAt.getTime(), row.id],
  review: (row, at) => [phaseOf(row, at) === "in_review" ? 0 : 1, -row.createdAt.getTime(), row.id],
} satisfies Record<string, KeysOf>;

const isClosed = (row: Row, at: Date) => (phaseOf(row, at) === "open" ? 0 : 1);

const isIn = (text: string, words: string) => text.toLowerCase().includes(words.toLowerCase());

const IN_BANGLA: Readonly<Record<string, string>> = { poster: "পোস্টার" };
const isInEitherScript = (text: string, words: string) =>
  isIn(text, words) || isIn(text, IN_BANGLA[words.toLowerCase()] ?? words);

function passes(
  row: Row,
  { q, tag, phase, withCreator = false }: { q?: string; tag?: Tag; phase?: Phase; withCreator?: boolean },
  now: Date,
): boolean {
  const texts = [row.name, row.description, row.tag, ...(withCreator ? [row.creatorName, row.creatorEmail] : [])];
  return (
    (!q || texts.some((text) => isInEitherScript(text, q))) &&
    (!tag || row.tag === tag) &&
    (!phase || phaseOf(row, now) === phase)
  );
}

function compare(one: Keys, other: Keys): number {
  const position = one.findIndex((key, at) => key !== other[at]);
  return position === -1 ? 0 : one[position]! < other[position]! ? -1 : 1;
}

/** Returns a seeded pseudo-random generator of numbers from 0 to 1. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
