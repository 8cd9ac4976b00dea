import { eq } from "drizzle-orm";
import { exportMyData } from "@conquest/shared/contracts/account";
import { listEmailPreferences } from "@conquest/shared/contracts/email-preferences";
import { listContactMessages, replyToContactMessage, sendContactMessage } from "@conquest/shared/contracts/messages";
import { deleteUser } from "@conquest/shared/contracts/users";
import { declareWinner } from "@conquest/shared/contracts/winners";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { message, type Message } from "@conquest/shared/contracts/text/message";
import { notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { sendEmails } from "../../platform/email/send-emails";
import type { AddressedEmail } from "../../platform/email/transport";
import { notify } from "../../platform/notify";
import { contestSteps } from "../../testing/contest-steps";
import { DAY, MINUTE } from "../../testing/test-clock";
import { testServer, type Person } from "../../testing/test-server";
import { participationNotifications } from "../participation/participation-notifications";

const site = testServer({ config: { languages: ["en", "bn"] } });
const steps = contestSteps(site);
const { api, people, clock } = site;

const change = (person: Person, values: Partial<typeof users.$inferInsert>) =>
  site.db.update(users).set(values).where(eq(users.id, person.id));

async function textsOf(person: Person, language: Language): Promise<string[]> {
  const response = await api
    .as(person)
    .send({ method: "GET", url: "/api/notices", headers: { "accept-language": language } });
  return response.json<{ text: string }[]>().map(({ text }) => text);
}

const remind = (person: Person, name: string) =>
  notify(
    site.db,
    clock,
    participationNotifications.deadlineNear({
      id: "contest",
      name,
      deadline: new Date("2026-03-05T08:00:00Z"),
      userId: person.id,
      onceKey: name,
      hasJoined: true,
      canJoin: false,
    }),
  );

async function sentEmails(): Promise<AddressedEmail[]> {
  clock.advance(2 * MINUTE);
  const sent: AddressedEmail[] = [];
  const transport = { send: async (email: AddressedEmail) => void sent.push(email), close: () => undefined };
  await sendEmails(site, { transport, reportOutcome: () => undefined });
  return sent;
}

const ENGLISH = "“Kite {film} 2” closes on 5 Mar 2026, 08:00 UTC. You can still submit or change your entry.";

describe("a notification", () => {
  it("is read in the language of the page, in the reader's time zone", async () => {
    const ann = await people.user();
    await remind(ann, "Kite {film} 2");
    expect(await textsOf(ann, "en")).toEqual([ENGLISH]);
    expect(await textsOf(ann, "bn")).toEqual([
      "“Kite {film} 2” প্রতিযোগিতার শেষ সময় ৫ মার্চ ২০২৬, ০৮:০০ UTC। আপনি এখনো এন্ট্রি জমা দিতে বা বদলাতে পারেন।",
    ]);
    await change(ann, { timeZone: "Asia/Dhaka" });
    expect(await textsOf(ann, "en")).toEqual([ENGLISH.replace("08:00 UTC", "14:00 GMT+6")]);
    expect((await textsOf(ann, "bn"))[0]).toContain("৫ মার্চ ২০২৬, ১৪:০০ GMT+৬");
    await change(ann, { timeZone: "Mars/Olympus" });
    expect(await textsOf(ann, "en")).toEqual([ENGLISH]);
  });

  it("has English columns for older servers", async () => {
    const ann = await people.user();
    await remind(ann, "Kite {film} 2");
    expect(await site.db.select({ subject: notices.subject, text: notices.text }).from(notices)).toEqual([
      { subject: "Closing soon: “Kite {film} 2”", text: ENGLISH },
    ]);
  });

  it("of an older server stays English", async () => {
    const ann = await people.user();
    const old = {
      userId: ann.id,
      kind: "joined",
      subject: "Contest joined",
      href: "/",
      createdAt: clock.now(),
    } as const;
    await site.db.insert(notices).values({ ...old, text: "You joined “{name}”." });
    for (const language of ["en", "bn"] as const)
      expect(await textsOf(ann, language)).toEqual(["You joined “{name}”."]);
  });

  it("is read as an older server changed it", async () => {
    const ann = await people.user();
    await remind(ann, "Kite film");
    await site.db.update(notices).set({ text: "Your invitation was withdrawn." });
    const [row] = await site.db.select({ wording: notices.wording }).from(notices);
    expect(row).toEqual({ wording: null });
    expect(await textsOf(ann, "bn")).toEqual(["Your invitation was withdrawn."]);
  });

  it("with a value of an unknown kind is read as stored", async () => {
    const ann = await people.user();
    await remind(ann, "Kite {film} 2");
    const text = { text: "Walk {far}.", values: { far: { metres: 5 } } } as unknown as Message;
    await site.db.update(notices).set({ wording: { subject: "Walk", text } });
    expect(await textsOf(ann, "bn")).toEqual([ENGLISH]);
  });

  it("keeps its English sentence if a later version has another", async () => {
    const ann = await people.user();
    const words = message("{n, plural, one {# kite rose.} other {# kites rose.}}", { n: 1200 });
    await notify(site.db, clock, { to: ann.id, kind: "comment", subject: words, text: words, href: "/" });
    expect(await textsOf(ann, "en")).toEqual(["1,200 kites rose."]);
    expect(await textsOf(ann, "bn")).toEqual(["১,২০০ kites rose."]);
  });

  it("no longer has the name of a deleted winner, in any language", async () => {
    const [admin, creator, ann, bob] = [
      await people.admin(),
      await people.creator(),
      await people.user({ name: "Ann Lee" }),
      await people.user(),
    ];
    const id = await steps.open(creator);
    for (const person of [ann, bob]) await steps.join(person, id);
    const { _id: entryId } = await steps.submit(ann, id);
    clock.advance(DAY);
    await api
      .as(await site.signInAgain(creator))
      .call(declareWinner, { params: { contestId: id }, body: { entryId, note: "The clearest of all." } });
    const reader = await site.signInAgain(bob);
    expect((await textsOf(reader, "bn"))[0]).toBe("“Poster for a river festival” প্রতিযোগিতার বিজয়ী: Ann Lee।");
    await api.as(await site.signInAgain(admin)).call(deleteUser, { params: { id: ann.id } });
    expect((await textsOf(reader, "bn"))[0]).toBe(
      "“Poster for a river festival” প্রতিযোগিতার বিজয়ী: মুছে ফেলা ব্যবহারকারী।",
    );
    expect(JSON.stringify(await site.db.select().from(notices))).not.toContain("Ann Lee");
  });
});

describe("an email", () => {
  it("is in the language that its recipient has chosen when it is sent", async () => {
    const [ann, bob] = [await people.user(), await people.user()];
    const id = await steps.open(await people.creator(), { name: "নদীর পোস্টার", prize: "120000" });
    for (const person of [ann, bob]) await steps.join(person, id);
    await change(ann, { language: "bn", timeZone: "Asia/Dhaka" });
    const emails = await sentEmails();
    const [toAnn, toBob] = [ann, bob].map(({ email }) => emails.find(({ to }) => to.address === email)!);
    expect(toBob!.subject).toBe("Payment received: “নদীর পোস্টার”");
    expect(toBob!.html).toContain('<html lang="en">');
    expect(toAnn!.subject).toBe("পেমেন্ট পাওয়া গেছে: “নদীর পোস্টার”");
    expect(toAnn!.html).toContain('<html lang="bn">');
    expect(toAnn!.html).toContain("body { line-height: 1.75; }");
    for (const part of [
      `প্রিয় ${ann.name},`,
      "আপনি “নদীর পোস্টার” প্রতিযোগিতায় যোগ দিয়েছেন এবং ৳১,২০,০০০ পেমেন্ট করেছেন।",
      "পরিশোধিত: ৳১,২০,০০০",
      "রসিদ দেখুন:\nhttp://localhost:3000/bn/dashboard/payments/",
      "পেমেন্ট ও টাকা ফেরত নিশ্চিত করার ইমেইল বন্ধ করা যায় না।",
    ])
      expect(toAnn!.text).toContain(part);
  });

  it("has Bangla months in the recipient's time zone, and an unsubscribe link", async () => {
    const ann = await people.user();
    await change(ann, { language: "bn", timeZone: "Asia/Dhaka" });
    await notify(site.db, clock, {
      to: ann.id,
      kind: "winner_due",
      subject: message("Pick a winner: “{name}”", { name: "Kite" }),
      text: message("Pick a winner by {due}.", { due: { date: "2026-12-31T20:00:00Z" } }),
      href: "/dashboard",
    });
    const [email] = await sentEmails();
    expect(email!.subject).toBe("বিজয়ী বেছে নিন: “Kite”");
    expect(email!.text).toContain("বিজয়ী বেছে নিন, শেষ সময় ১ জানুয়ারি ২০২৭, ০২:০০ GMT+৬।");
    expect(email!.text).toMatch(/ইমেইল বন্ধ করুন: http:\/\/localhost:3000\/bn\/unsubscribe\//);
    expect(email!.headers["List-Unsubscribe"]).toMatch(/^<http:\/\/localhost:3000\/unsubscribe\//);
  });

  it("to a deleted account is in its language, which the tombstone no longer has", async () => {
    const [admin, ann] = [await people.admin(), await people.user()];
    await change(ann, { language: "bn", timeZone: "Asia/Dhaka" });
    await api.as(admin).call(deleteUser, { params: { id: ann.id }, body: { reason: "স্প্যাম" } });
    const [row] = await site.db.select().from(users).where(eq(users.id, ann.id));
    expect(row).toMatchObject({ language: null, timeZone: null });
    const [email] = (await sentEmails()).filter(({ to }) => to.address === ann.email);
    expect(email!.subject).toBe("আপনার অ্যাকাউন্ট সরিয়ে দেওয়া হয়েছে");
    expect(email!.text).toContain("একজন অ্যাডমিন আপনার অ্যাকাউন্ট সরিয়ে দিয়েছেন। কারণ: স্প্যাম");
    expect(await site.db.select().from(notices).where(eq(notices.userId, ann.id))).toEqual([]);
  });
});

it("a reply to a contact message is in the language of its sender", async () => {
  const [admin, ann] = [await people.admin(), await people.user()];
  await change(ann, { language: "bn" });
  const { name, email } = ann;
  await api.call(sendContactMessage, { body: { name, email, message: "How do I join?" } });
  const [stored] = await api.as(admin).call(listContactMessages, {});
  await api.as(admin).call(replyToContactMessage, { params: { id: stored!._id }, body: { text: "Press “Register”." } });
  const [reply] = await sentEmails();
  expect(reply!.subject).toBe("Re: Conquest-কে পাঠানো আপনার বার্তা");
  expect(reply!.text).toContain("Press “Register”.\n\nConquest টিম");
  expect(reply!.text).toContain("২ মার্চ ২০২৬ তারিখে আপনি লিখেছিলেন:\n> How do I join?");
  expect(reply!.text).toContain("http://localhost:3000/bn/contact_us");
});

it("email preferences are named in the language of the page", async () => {
  const ann = await people.user();
  const response = await api
    .as(ann)
    .send({ method: "GET", url: `/api${listEmailPreferences.path}`, headers: { "accept-language": "bn" } });
  expect(response.json()).toMatchObject({
    choices: expect.arrayContaining([
      expect.objectContaining({ topic: "money", title: "পেমেন্ট ও টাকা ফেরত" }),
      expect.objectContaining({ topic: "review", text: "আপনার রিপোর্টের ফলাফল।" }),
    ]),
  });
});

it("the data export has the language and time zone", async () => {
  const ann = await people.user();
  await change(ann, { language: "bn", timeZone: "Asia/Dhaka" });
  await remind(ann, "Kite film");
  const data = await api.as(ann).send({ method: "GET", url: `/api${exportMyData.path}` });
  expect(data.json()).toMatchObject({
    profile: { language: "bn", timeZone: "Asia/Dhaka" },
    notices: [{ subject: "Closing soon: “Kite film”" }],
  });
});
