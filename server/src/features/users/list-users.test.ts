import type { InputOf } from "@conquest/shared/contracts/http/endpoint";
import { deleteUser, listUsers, listUsersExcept, requestRole, updateUser } from "@conquest/shared/contracts/users";
import { testServer, type Person } from "../../testing/test-server";

const site = testServer();

describe("GET /all-users", () => {
  it("returns all users to an admin", async () => {
    const admin = await site.people.admin();
    await site.people.user();
    expect(await site.api.as(admin).call(listUsers, {})).toHaveLength(2);
  });

  it.each(["user", "creator"] as const)("returns only their own record to a %s", async (role) => {
    await site.people.admin();
    const person = await site.people[role]();
    expect((await site.api.as(person).call(listUsers, {})).map(({ _id }) => _id)).toEqual([person.id]);
  });

  it("rejects visitors", async () => {
    expect((await site.api.expectError(listUsers, {})).status).toBe(401);
  });
});

describe("GET /all-users-except/{email}", () => {
  it("lists open requests first by age, then the newest users", async () => {
    const admin = await site.people.admin();
    const people: Person[] = [];
    for (let made = 0; made < 5; made += 1) {
      site.clock.advance(1000);
      people.push(await site.people.user());
    }
    const [first, second, third, fourth, fifth] = people as [Person, Person, Person, Person, Person];
    await site.api.as(fourth).call(requestRole, { params: { email: fourth.email }, body: { role: "requested" } });
    site.clock.advance(1000);
    await site.api.as(second).call(requestRole, { params: { email: second.email }, body: { role: "requested" } });
    const list = await site.api.as(admin).call(listUsersExcept, { params: { email: admin.email } });
    expect(list.map(({ _id }) => _id)).toEqual([fourth.id, second.id, fifth.id, third.id, first.id]);
    expect(list[0]).toMatchObject({ role: "requested", requestedAt: expect.any(String) });
  });

  it("sorts by join date in both orders and paginates", async () => {
    const admin = await site.people.admin();
    const people: Person[] = [];
    for (let made = 0; made < 5; made += 1) {
      site.clock.advance(1000);
      people.push(await site.people.user());
    }
    await site.api
      .as(people[1]!)
      .call(requestRole, { params: { email: people[1]!.email }, body: { role: "requested" } });
    const inOrder = people.map(({ id }) => id);
    for (const [sort, expected] of [
      ["oldest", inOrder],
      ["newest", inOrder.toReversed()],
    ] as const) {
      for (const filter of [{}, { q: "example.com" }] as const) {
        const seen: string[] = [];
        let cursor: string | null | undefined;
        do {
          const query = { sort, limit: 2, ...filter, ...(cursor ? { cursor } : {}) };
          const answer = await site.api.as(admin).page(listUsersExcept, { params: { email: admin.email }, query });
          expect(answer.total).toBe(5);
          seen.push(...answer.items.map(({ _id }) => _id));
          cursor = answer.nextCursor;
        } while (cursor);
        expect(seen).toEqual(expected);
      }
      const find = async (role: "requested" | "user") =>
        (await site.api.as(admin).call(listUsersExcept, { params: { email: admin.email }, query: { sort, role } })).map(
          ({ _id }) => _id,
        );
      expect(await find("requested")).toEqual([people[1]!.id]);
      expect(await find("user")).toEqual(expected.filter((id) => id !== people[1]!.id));
    }
  });

  it("paginates all users once with their total", async () => {
    const admin = await site.people.admin();
    for (let made = 0; made < 7; made += 1) await site.people.user();
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const query = { limit: 3, ...(cursor ? { cursor } : {}) };
      const answer = await site.api.as(admin).page(listUsersExcept, { params: { email: admin.email }, query });
      expect(answer.total).toBe(7);
      seen.push(...answer.items.map(({ _id }) => _id));
      cursor = answer.nextCursor;
    } while (cursor);
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
  });

  it("finds by part of name or address, taken literally", async () => {
    const admin = await site.people.admin();
    const ann = await site.people.user({ name: "Ann 100%", email: "ann_x@example.com" });
    await site.people.user({ name: "Ann 1000", email: "annyx@example.com" });
    const find = (q: string) =>
      site.api.as(admin).call(listUsersExcept, { params: { email: admin.email }, query: { q } });
    expect((await find("0%")).map(({ _id }) => _id)).toEqual([ann.id]);
    expect((await find("ANN_")).map(({ _id }) => _id)).toEqual([ann.id]);
    expect(await find("(a+)+$")).toEqual([]);
  });

  it("filters by role", async () => {
    const admin = await site.people.admin();
    const [creator, asking, plain] = [await site.people.creator(), await site.people.user(), await site.people.user()];
    await site.api.as(asking).call(requestRole, { params: { email: asking.email }, body: { role: "requested" } });
    const find = async (role: "creator" | "requested" | "user") =>
      (await site.api.as(admin).call(listUsersExcept, { params: { email: admin.email }, query: { role } })).map(
        ({ _id }) => _id,
      );
    expect(await find("creator")).toEqual([creator.id]);
    expect(await find("requested")).toEqual([asking.id]);
    expect(await find("user")).toEqual([plain.id]);
  });

  it("filters by status, combined with search and sorting", async () => {
    const admin = await site.people.admin();
    const ann = await site.people.user({ name: "Ann Poe" });
    // Users created at the same instant have no defined order.
    site.clock.advance(1000);
    const blocked = [ann, await site.people.creator({ name: "Bo Poe" })];
    await site.people.user({ name: "Eve Poe" });
    for (const { id } of blocked)
      await site.api.as(admin).call(updateUser, { params: { id }, body: { status: "blocked" } });
    const find = async (query: InputOf<typeof listUsersExcept>["query"]) =>
      (
        await site.api
          .as(admin)
          .call(listUsersExcept, { params: { email: admin.email }, query: { status: "blocked", ...query } })
      ).map(({ name }) => name);
    expect((await find({})).toSorted()).toEqual(["Ann Poe", "Bo Poe"]);
    expect(await find({ sort: "oldest" })).toEqual(["Ann Poe", "Bo Poe"]);
    expect((await find({ q: "poe" })).toSorted()).toEqual(["Ann Poe", "Bo Poe"]);
    expect(await find({ role: "creator" })).toEqual(["Bo Poe"]);
    expect(await find({ status: "verified", q: "poe" })).toEqual(["Eve Poe"]);
  });

  it("tells whose email is verified", async () => {
    const admin = await site.people.admin();
    await site.people.user({ name: "Ann", emailVerified: true });
    await site.people.user({ name: "Bo", emailVerified: false });
    const list = await site.api
      .as(admin)
      .call(listUsersExcept, { params: { email: admin.email }, query: { sort: "oldest" } });
    expect(Object.fromEntries(list.map(({ name, isEmailVerified }) => [name, isEmailVerified]))).toEqual({
      Ann: true,
      Bo: false,
    });
  });

  it.each(["user", "creator"] as const)("rejects a %s", async (role) => {
    const person = await site.people[role]();
    const refusal = await site.api.as(person).expectError(listUsersExcept, { params: { email: person.email } });
    expect(refusal).toMatchObject({ status: 403, code: "wrong_role" });
  });

  it("rejects visitors", async () => {
    expect((await site.api.expectError(listUsersExcept, { params: { email: "a@example.com" } })).status).toBe(401);
  });

  it.each([
    ["limit", "?limit=0"],
    ["limit", "?limit=1e9"],
    ["cursor", "?cursor=made-up"],
    ["q", "?q=%00"],
    ["q", `?q=${"a".repeat(101)}`],
    ["role", "?role=emperor"],
    ["sort", "?sort=up"],
    ["q", "?q=a&q=b"],
  ])("rejects an invalid %s with its own message", async (field, search) => {
    const admin = await site.people.admin();
    const answer = await site.api
      .as(admin)
      .send({ method: "GET", url: `/api/all-users-except/${admin.email}${search}` });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().error.fields).toHaveProperty(field);
  });
});

describe("fuzzy search for users", () => {
  const find = async (
    admin: Person,
    q: string,
    query: { role?: "creator"; limit?: number; cursor?: string; sort?: "newest" } = {},
  ) => site.api.as(admin).page(listUsersExcept, { params: { email: admin.email }, query: { q, ...query } });
  const names = async (admin: Person, q: string, query = {}) =>
    (await find(admin, q, query)).items.map(({ name }) => name).toSorted();

  it.each([
    ["another spelling", "Sumaiya Akter", "Sumaya Aktar"],
    ["three letters of a long name", "Rafi Chowdhury", "rafi chaudhuri"],
    ["the words in another order", "Sumaiya Akter", "akter sumaiya"],
    ["one word of it", "Rafi Chowdhury", "chowdhuri"],
    ["in Bangla", "সুমাইয়া আক্তার", "সুমাইয়া আকতার"],
    ["two letters that stay as they are", "Md Rahman", "md rehman"],
    ["without marks", "Łukasz Ünal", "Lukasz unal"],
    ["without marks, and mistyped", "Łukasz Ünal", "lukas unall"],
    ["in Arabic without points", "محمّد", "محمد"],
    ["in Arabic with points", "محمد", "محمّد"],
  ])("finds users despite typos: %s", async (_, name, typed) => {
    const admin = await site.people.admin();
    await site.people.user({ name });
    await site.people.user({ name: "Quite Another" });
    expect(await names(admin, typed)).toEqual([name]);
  });

  it("finds users by mistyped address, but with exact digits", async () => {
    const admin = await site.people.admin();
    const rafi = await site.people.user({ email: "rafi_chowdhury7@mail.test", name: "Somebody" });
    for (const typed of ["rafi_chowdury7@mail.test", "rafi_chowdhury7@mial.test"])
      expect((await find(admin, typed)).items.map(({ _id }) => _id)).toEqual([rafi.id]);
    expect(await names(admin, "rafi_chowdhury8@mail.test")).toEqual([]);
  });

  it("finds exact matches only, if any, and takes wildcards literally", async () => {
    const admin = await site.people.admin();
    await site.people.user({ name: "Sumaiya Akter" });
    await site.people.user({ name: "Sumaya Aktar" });
    expect(await names(admin, "sumaya aktar")).toEqual(["Sumaya Aktar"]);
    expect(await names(admin, "sumay% akt_r")).toEqual([]);
    await site.people.user({ name: "Team 5000" });
    expect(await names(admin, "5001")).toEqual([]);
    expect(await names(admin, "teem 500")).toEqual([]);
    expect(await names(admin, "teem 5000")).toEqual(["Team 5000"]);
  });

  it("combines with filters, sorting and pagination", async () => {
    const admin = await site.people.admin();
    for (let number = 0; number < 5; number += 1) await site.people.user({ name: "Sumaiya Akter" });
    const creator = await site.people.creator({ name: "Sumaiya Aktor" });
    expect((await find(admin, "sumaya akter", { role: "creator" })).items.map(({ _id }) => _id)).toEqual([creator.id]);
    for (const sort of [{}, { sort: "newest" }] as const) {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await find(admin, "sumaya akter", { limit: 2, ...sort, ...(cursor ? { cursor } : {}) });
        expect(page.total).toBe(6);
        ids.push(...page.items.map(({ _id }) => _id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect([ids.length, new Set(ids).size]).toEqual([6, 6]);
    }
  });

  it("excludes removed users, and everyone else for non-admins", async () => {
    const admin = await site.people.admin();
    const sumaiya = await site.people.user({ name: "Sumaiya Akter" });
    const rafi = await site.people.creator({ name: "Rafi Chowdhury" });
    for (const person of [sumaiya, rafi]) {
      const others = person === rafi ? "sumaya aktar" : "rafi chaudhuri";
      expect((await site.api.as(person).page(listUsers, { query: { q: others } })).total).toBe(0);
      expect(
        (
          await site.api
            .as(person)
            .expectError(listUsersExcept, { params: { email: person.email }, query: { q: others } })
        ).status,
      ).toBe(403);
    }
    await site.api.as(admin).call(deleteUser, { params: { id: sumaiya.id } });
    expect(await names(admin, "sumaya aktar")).toEqual([]);
  });
});
