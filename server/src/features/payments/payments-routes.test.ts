import { eq } from "drizzle-orm";
import {
  getJoinReceipt,
  joinContest,
  leaveContest,
  listParticipatedContests,
} from "@conquest/shared/contracts/participation";
import { getReceipt, listPayments } from "@conquest/shared/contracts/payments";
import { refundRule } from "@conquest/shared/contracts/text/refund-rule";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { deleteUser, updateUser } from "@conquest/shared/contracts/users";
import { users } from "../../database/schema/people";
import { participations } from "../../database/schema/taking-part";
import { contestSteps } from "../../testing/contest-steps";
import { pageCountOf, pdfTexts } from "../../testing/pdf-texts";
import { MINUTE } from "../../testing/test-clock";
import { testServer, type Person } from "../../testing/test-server";

const server = testServer();
const { api, people, clock } = server;
const steps = contestSteps(server);

const leave = (person: Person, contestId: string) =>
  api.as(person).call(leaveContest, { body: { contestId, email: person.email } });
const read = (person: Person, number: number | string) =>
  api.as(person).call(getReceipt, { params: { number: String(number) } });
const refusal = (person: Person, number: number | string) =>
  api.as(person).expectError(getReceipt, { params: { number: String(number) } });
const download = (number: number | string, person?: Person, query = "") =>
  (person ? api.as(person) : api).send({ url: `/api/payments/${number}/receipt.pdf${query}` });
const textsOf = async (number: number, person: Person, query = "") =>
  pdfTexts((await download(number, person, query)).rawPayload)
    .join("\n")
    .replace(/[\u2066-\u2069]/g, "");

/** A payment of 500 at 06:00 UTC. */
async function createPayment(fields: { name?: string; prize?: string } = {}) {
  const creator = await people.creator({ name: "Nadia Islam" });
  const payer = await people.user({ name: "Rafi Ahmed" });
  const contest = await steps.open(creator, { name: "River poster", prize: "500", ...fields });
  const { receiptNumber } = await steps.join(payer, contest);
  return { creator, payer, contest, number: receiptNumber! };
}

describe("a receipt", () => {
  it("states number, payer, contest, creator, amount, method and time", async () => {
    const { payer, contest, number } = await createPayment();
    expect(await read(payer, number)).toEqual({
      number,
      status: "paid",
      amount: 500,
      paidAt: "2026-03-02T06:00:00.000Z",
      last4: "4242",
      refund: null,
      refundAt: "2026-04-01T08:00:00.000Z",
      payer: { name: "Rafi Ahmed", email: payer.email },
      contest: { _id: contest, name: "River poster" },
      creator: { name: "Nadia Islam" },
    });
  });

  it("is visible to the payer and admins only", async () => {
    const { creator, payer, number } = await createPayment();
    const other = await people.user();
    await steps.join(other, await steps.open(creator));
    expect(await read(await people.admin(), number)).toEqual(await read(payer, number));
    for (const person of [creator, other, await people.user()])
      expect(await refusal(person, number)).toMatchObject({ status: 404, code: "not_found" });
    expect((await api.send({ url: `/api/payments/${number}` })).statusCode).toBe(401);
  });

  it("states the refund after leaving, with its date and number", async () => {
    const { payer, contest, number } = await createPayment();
    clock.advance(MINUTE);
    await leave(payer, contest);
    expect(await read(payer, number)).toMatchObject({
      status: "refunded",
      paidAt: "2026-03-02T06:00:00.000Z",
      refund: { number: number + 1, amount: 500, at: "2026-03-02T06:01:00.000Z" },
    });
  });

  it("exists for each payment of a rejoined contest", async () => {
    const { payer, contest, number } = await createPayment();
    await leave(payer, contest);
    const { receiptNumber } = await steps.join(payer, contest);
    expect(receiptNumber).not.toBe(number);
    expect(await read(payer, number)).toMatchObject({ number, status: "refunded" });
    expect(await read(payer, receiptNumber!)).toMatchObject({ number: receiptNumber, status: "paid", refund: null });
  });

  it("does not exist for refunds and malformed numbers", async () => {
    const { payer, contest, number } = await createPayment();
    await leave(payer, contest);
    for (const each of [number + 1, 999, 0, "-1", "1.5", "x", `0${number}`, "9".repeat(15), "9".repeat(40)])
      expect(await refusal(payer, each)).toMatchObject({ status: 404 });
  });

  it("remains after an admin deletes the contest and the creator", async () => {
    const { creator, payer, contest, number } = await createPayment();
    const admin = await people.admin();
    clock.advance(MINUTE);
    await api.as(admin).call(deleteContest, { params: { id: contest }, body: { reason: "Not allowed here." } });
    expect(await read(payer, number)).toMatchObject({
      status: "refunded",
      refund: { amount: 500 },
      contest: { _id: contest, name: "River poster" },
      creator: { name: "Nadia Islam" },
    });
    await api.as(admin).call(deleteUser, { params: { id: creator.id } });
    const { creator: former } = await read(payer, number);
    expect(former.name).not.toBe("Nadia Islam");
    expect(former.name).not.toBe("");
    expect(await textsOf(number, payer)).toContain(former.name);
  });

  it("withholds the name of a blocked creator", async () => {
    const { creator, payer, number } = await createPayment();
    const admin = await people.admin();
    await api.as(admin).call(updateUser, { params: { id: creator.id }, body: { status: "blocked" } });
    expect((await read(payer, number)).creator.name).not.toBe("Nadia Islam");
  });

  it("keeps no name and address of a deleted payer", async () => {
    const { payer, number } = await createPayment();
    const admin = await people.admin();
    await api.as(admin).call(deleteUser, { params: { id: payer.id } });
    const { payer: former, amount } = await read(admin, number);
    expect(former.email).toBeNull();
    expect(former.name).not.toContain("Rafi");
    expect(amount).toBe(500);
  });

  it("exists for every payment in the ledger, also of participations that were inserted directly", async () => {
    const { payer, creator } = await createPayment();
    const contest = await steps.open(creator);
    await server.db
      .insert(participations)
      .values({
        contestId: contest,
        userId: payer.id,
        amount: 70,
        last4: "1111",
        paidAt: new Date("2025-12-31T22:30:00Z"),
      });
    const paid = await api.as(payer).call(listPayments, { query: { kind: "payment" } });
    expect(paid).toHaveLength(2);
    for (const { number, amount, at } of paid) expect(await read(payer, number)).toMatchObject({ amount, paidAt: at });
    expect(await read(payer, paid.at(-1)!.number)).toMatchObject({ amount: 70, last4: "1111" });
  });
});

describe("the PDF of a receipt", () => {
  it("is a download of one page for the payer and admins", async () => {
    const { payer, number } = await createPayment();
    for (const person of [payer, await people.admin()]) {
      const { statusCode, headers, rawPayload } = await download(number, person);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        "content-type": "application/pdf",
        "content-disposition": expect.stringContaining(
          `attachment; filename="Conquest receipt ${number}.pdf"`,
        ) as string,
        "cache-control": "private, no-cache",
      });
      expect(rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
      expect(pageCountOf(rawPayload)).toBe(1);
    }
    for (const person of [await people.user(), await people.creator()])
      expect((await download(number, person)).statusCode).toBe(404);
    expect((await download(number)).statusCode).toBe(401);
    expect((await download("x", payer)).statusCode).toBe(404);
  });

  it("states the same facts as the page", async () => {
    const { payer, number } = await createPayment();
    const text = await textsOf(number, payer);
    for (const fact of [
      "Receipt number",
      "Rafi Ahmed",
      payer.email,
      "River poster",
      "Nadia Islam",
      "Entry fee",
      "Test card ending in 4242",
      "2 Mar 2026, 06:00 UTC",
      "৳500",
      `/dashboard/payments/${number}`,
    ])
      expect(text).toContain(fact);
    const words = text.replace(/\s+/g, " ");
    for (const sentence of refundRule("1 Apr 2026")) expect(words).toContain(sentence);
    expect(words).toContain("Payments and prizes are simulated. No money was charged.");
  });

  it("states the refund", async () => {
    const { payer, contest, number } = await createPayment();
    clock.advance(MINUTE);
    await leave(payer, contest);
    const text = await textsOf(number, payer, "?zone=Asia/Dhaka");
    expect(text).toContain(`Refund no. ${number + 1} on 2 Mar 2026, 12:01 GMT+6`);
    expect(text).toContain("−৳500");
    expect(text).toContain("৳0");
  });

  it("shows times in the given zone and names it", async () => {
    const { payer, number } = await createPayment();
    for (const [zone, time] of [
      ["Asia/Dhaka", "2 Mar 2026, 12:00 GMT+6"],
      ["America/St_Johns", "2 Mar 2026, 02:30 GMT-3:30"],
      ["Pacific/Honolulu", "1 Mar 2026, 20:00 GMT-10"],
      ["UTC", "2 Mar 2026, 06:00 UTC"],
      ["Europe/London", "2 Mar 2026, 06:00 UTC"],
    ] as const)
      expect(await textsOf(number, payer, `?zone=${encodeURIComponent(zone)}`)).toContain(`paid on ${time}`);
  });

  it("is in the language asked for", async () => {
    const { payer, contest, number } = await createPayment({ prize: "150000" });
    await leave(payer, contest);
    const words = (await textsOf(number, payer, "?language=bn&zone=Asia/Dhaka")).replace(/\s+/g, " ");
    for (const fact of [
      `রসিদ নম্বর ${number}`,
      "টেস্ট কার্ড, শেষ চার অঙ্ক 4242",
      "টাকা ফেরত দেওয়া হয়েছে: ২ মার্চ ২০২৬, ১২:০০ GMT+6",
      "River poster",
      "৳১,৫০,০০০ পেমেন্ট করা হয়েছে: ২ মার্চ ২০২৬, ১২:০০ GMT+6",
      `টাকা ফেরত নং ${number + 1}, ২ মার্চ ২০২৬`,
      "−৳১,৫০,০০০",
      "প্রতিযোগিতা বাতিল হলে বা ১ এপ্রিল ২০২৬ তারিখের মধ্যে বিজয়ী না থাকলে পুরো টাকা ফেরত।",
      "কোনো টাকা কাটা হয়নি।",
      `/bn/dashboard/payments/${number}`,
    ])
      expect(words).toContain(fact);
    expect(words).not.toMatch(/Receipt|Paid|Refund|Amount|Total|Status/);
    expect(await textsOf(number, payer, "?language=xx")).toContain("Receipt number");
  });

  it("rejects unknown zones", async () => {
    const { payer, number } = await createPayment();
    for (const zone of ["Mars/Olympus", "", "../etc", "x".repeat(200), "Asia/Dhaka&zone=UTC"]) {
      const { statusCode, body } = await download(number, payer, `?zone=${zone}`);
      expect([zone, statusCode]).toEqual([zone, 422]);
      expect(body).toContain("zone");
    }
  });

  it("draws names in any script, and replaces those that no font has", async () => {
    const { payer, number } = await createPayment({ name: "নদীর পোস্টার 河流 🎉" });
    // Lines of a PDF are read from left to right.
    const arabic = "محمد الشريف";
    for (const [name, drawn] of [
      ["শ্রী রাফি", "শ্রী রাফি"],
      ["木村 さくら", "木村 さくら"],
      [arabic, [...arabic].toReversed().join("")],
    ] as const) {
      await server.db.update(users).set({ name }).where(eq(users.id, payer.id));
      expect(await textsOf(number, payer)).toContain(drawn);
    }
    await server.db.update(users).set({ name: "🎉" }).where(eq(users.id, payer.id));
    const text = await textsOf(number, payer);
    expect(text).toContain("Unnamed user");
    expect(text).toContain("নদীর পোস্টার 河流");
  });

  it("fits long names on one page", async () => {
    const long = "A name of a person or a contest that is very long ".repeat(2).trim();
    const { payer, contest, creator, number } = await createPayment({ name: long.slice(0, 100) });
    await leave(payer, contest);
    for (const { id } of [payer, creator]) await server.db.update(users).set({ name: long }).where(eq(users.id, id));
    const { rawPayload } = await download(number, payer);
    expect(pageCountOf(rawPayload)).toBe(1);
  });
});

describe("GET /payments", () => {
  it("lists the caller's payments and refunds, newest first", async () => {
    const { payer, contest, number } = await createPayment();
    const other = await people.user();
    clock.advance(MINUTE);
    await steps.join(other, contest);
    clock.advance(MINUTE);
    await leave(payer, contest);
    const shared = { contest: { _id: contest, name: "River poster" }, receiptNumber: number, isRefunded: true };
    expect(await api.as(payer).call(listPayments, {})).toEqual([
      { ...shared, number: number + 2, kind: "refund", amount: -500, at: "2026-03-02T06:02:00.000Z" },
      { ...shared, number, kind: "payment", amount: 500, at: "2026-03-02T06:00:00.000Z" },
    ]);
    expect(await api.as(await people.admin()).call(listPayments, {})).toEqual([]);
    expect((await api.send({ url: "/api/payments" })).statusCode).toBe(401);
  });

  it("filters by kind and rejects unknown ones", async () => {
    const { payer, contest } = await createPayment();
    await leave(payer, contest);
    const kinds = async (kind: "payment" | "refund") =>
      (await api.as(payer).call(listPayments, { query: { kind } })).map((each) => each.kind);
    expect(await kinds("payment")).toEqual(["payment"]);
    expect(await kinds("refund")).toEqual(["refund"]);
    expect((await api.as(payer).send({ url: "/api/payments?kind=prize" })).statusCode).toBe(422);
  });

  it("is paged without gaps or repetitions", async () => {
    const { payer, contest } = await createPayment();
    for (let nth = 0; nth < 3; nth += 1) {
      await leave(payer, contest);
      await steps.join(payer, contest);
    }
    const numbers: number[] = [];
    let url: string | undefined = "/api/payments?limit=2";
    while (url) {
      const response = await api.as(payer).send({ url });
      expect(response.headers["x-total-count"]).toBe("7");
      numbers.push(...response.json<{ number: number }[]>().map(({ number }) => number));
      url = /<([^>]+)>;\s*rel="next"/.exec(String(response.headers["link"] ?? ""))?.[1];
    }
    expect(numbers).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it("lists no free participations", async () => {
    const { payer, creator } = await createPayment();
    await steps.join(payer, await steps.open(creator, { prize: "0" }));
    expect(await api.as(payer).call(listPayments, {})).toHaveLength(1);
  });
});

describe("GET /join-receipt", () => {
  it("returns the facts of joining again, with the current number of participants", async () => {
    const { payer, contest, number } = await createPayment();
    await steps.join(await people.user(), contest);
    expect(await api.as(payer).call(getJoinReceipt, { params: { contestId: contest } })).toEqual({
      contestId: contest,
      amount: 500,
      last4: "4242",
      paymentStatus: "paid",
      paidAt: "2026-03-02T06:00:00.000Z",
      participantCount: 2,
      receiptNumber: number,
    });
  });

  it("has no number for a free contest", async () => {
    const [creator, person] = [await people.creator(), await people.user()];
    const contest = await steps.open(creator, { prize: "0" });
    const joined = await api.as(person).call(joinContest, { body: { contestId: contest, email: person.email } });
    expect(joined).toMatchObject({ receiptNumber: null, last4: "" });
    expect(await api.as(person).call(getJoinReceipt, { params: { contestId: contest } })).toEqual(joined);
  });

  it("is missing for everyone who has not joined", async () => {
    const { payer, creator, contest } = await createPayment();
    const params = { contestId: contest };
    for (const person of [creator, await people.user(), await people.admin()])
      expect(await api.as(person).expectError(getJoinReceipt, { params })).toMatchObject({ status: 404 });
    await leave(payer, contest);
    expect(await api.as(payer).expectError(getJoinReceipt, { params })).toMatchObject({ status: 404 });
  });
});

it("names the receipt in the list of participated contests", async () => {
  const { payer, creator, contest, number } = await createPayment();
  const free = await steps.open(creator, { prize: "0" });
  await steps.join(payer, free);
  const list = await api.as(payer).call(listParticipatedContests, { params: { email: payer.email } });
  expect(new Map(list.map(({ _id, receiptNumber }) => [_id, receiptNumber]))).toEqual(
    new Map([
      [free, null],
      [contest, number],
    ]),
  );
});
