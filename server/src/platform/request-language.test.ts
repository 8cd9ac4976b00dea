import { eq } from "drizzle-orm";
import { getContestDetails, listPopularContests } from "@conquest/shared/contracts/listing";
import { contests } from "../database/schema/contests";
import { users } from "../database/schema/people";
import { aContestForm, contestSteps } from "../testing/contest-steps";
import { testServer } from "../testing/test-server";

const server = testServer({ config: { languages: ["en", "bn"], publicAnswersKeptMs: 3_600_000 } });
const { api, people } = server;
const steps = contestSteps(server);

const ENGLISH = "We couldn't find that contest. It may have been deleted, or it isn't open yet.";
const BANGLA = "ওই প্রতিযোগিতাটি পাওয়া যায়নি। হয়তো সেটি মুছে ফেলা হয়েছে, অথবা এখনো চালু হয়নি।";

const detailsOf = (id: string) => `/api${getContestDetails.path.replace(":id", id)}`;
async function errorOf(url: string, language?: string) {
  const response = await api.send({ url, headers: language === undefined ? {} : { "accept-language": language } });
  const { error } = response.json<{ error: { message: string } }>();
  return error.message;
}

describe("an error", () => {
  it.each([
    ["bn", BANGLA],
    ["en", ENGLISH],
    [undefined, ENGLISH],
    ["fr", ENGLISH],
    // A browser's own list, which says nothing about the page.
    ["bn-BD,bn;q=0.9,en;q=0.8", ENGLISH],
  ])("for the language %s is %s", async (language, sentence) => {
    expect(await errorOf(detailsOf("none"), language)).toBe(sentence);
  });

  it("is cached by language, for readers of each", async () => {
    const url = detailsOf("absent");
    for (const _ of ["made", "kept"])
      expect([await errorOf(url, "bn"), await errorOf(url), await errorOf(url, "bn")]).toEqual([
        BANGLA,
        ENGLISH,
        BANGLA,
      ]);
  });

  it("of an unknown address is translated", async () => {
    expect(await errorOf("/api/nothing", "bn")).toBe("এই ঠিকানায় কিছু নেই।");
  });
});

it("translates validation errors, with their digits", async () => {
  const creator = await people.creator();
  const post = (language: string) =>
    api
      .as(creator)
      .send({
        method: "POST",
        url: "/api/create-contest",
        payload: aContestForm({ name: "", task: "x".repeat(5001) }),
        headers: { "accept-language": language },
      });
  expect((await post("bn")).json()).toMatchObject({
    error: {
      message: "চিহ্নিত ঘরগুলো দেখে আবার চেষ্টা করুন।",
      fields: { name: "এই ঘরটি পূরণ করতে হবে", task: "সর্বোচ্চ ৫,০০০টি অক্ষর লিখুন" },
    },
  });
  expect((await post("en")).json()).toMatchObject({
    error: { fields: { name: "This field is required", task: "Use at most 5000 characters" } },
  });
});

it("translates reasons in a response, cached by language", async () => {
  const id = await steps.open(await people.creator());
  server.clock.advance(30 * 24 * 3_600_000);
  const because = async (language: string) =>
    (await api.send({ url: detailsOf(id), headers: { "accept-language": language } })).json<{
      may: { submit: { because: string } };
    }>().may.submit.because;
  for (const _ of ["made", "kept"])
    expect([await because("bn"), await because("en")]).toEqual([
      "এই প্রতিযোগিতা শেষ হয়েছে। এর শেষ সময় পেরিয়ে গেছে।",
      "This contest is closed. Its deadline has passed.",
    ]);
});

it("translates words in place of names, and the site's own reasons", async () => {
  const creator = await people.creator();
  const id = await steps.open(creator);
  await server.db.update(contests).set({ cancelledAt: server.clock.now(), cancelReason: "No one joined." });
  await server.db
    .update(users)
    .set({ removedAt: server.clock.now(), email: null, name: "", image: "", role: "user" })
    .where(eq(users.id, creator.id));
  const admin = api.as(await people.admin());
  const read = async (language: string) => {
    const { creator, cancelReason } = (
      await admin.send({ url: detailsOf(id), headers: { "accept-language": language } })
    ).json<{ creator: { name: string }; cancelReason: string }>();
    return [creator.name, cancelReason];
  };
  expect([await read("bn"), await read("en")]).toEqual([
    ["মুছে ফেলা ব্যবহারকারী", "কেউ যোগ দেননি।"],
    ["Deleted user", "No one joined."],
  ]);
  await server.db.update(contests).set({ cancelReason: "No one joined, sadly." });
  expect((await read("bn"))[1]).toBe("No one joined, sadly.");
});

it("gives responses without sentences one ETag", async () => {
  const tags = await Promise.all(
    ["bn", "en"].map(
      async (language) =>
        (await api.send({ url: `/api${listPopularContests.path}`, headers: { "accept-language": language } })).headers[
          "etag"
        ],
    ),
  );
  expect(new Set(tags).size).toBe(1);
});
