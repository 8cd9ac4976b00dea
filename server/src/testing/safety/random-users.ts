import { createDraft, draftForm } from "@conquest/shared/contracts/drafts";
import { submitEntry } from "@conquest/shared/contracts/entries";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { replyToContactMessage, sendContactMessage } from "@conquest/shared/contracts/messages";
import { askQuestion } from "@conquest/shared/contracts/questions";
import { reportContest } from "@conquest/shared/contracts/reports";
import { confirmContest } from "@conquest/shared/contracts/review";
import { followContest } from "@conquest/shared/contracts/participation";
import { uploadPicture } from "@conquest/shared/contracts/media/uploads";
import { requestRole, updateProfile } from "@conquest/shared/contracts/users";
import { contests, entries } from "../../database/schema/contests";
import { contestDrafts, files } from "../../database/schema/files";
import { contestJudges } from "../../database/schema/judging";
import { contactMessages, contactReplies } from "../../database/schema/messages";
import { sessions } from "../../database/schema/people";
import { reportCases } from "../../database/schema/reports";
import { contestQuestions } from "../../database/schema/talk";
import { TEST_NOW, type Person, type TestServer } from "../test-server";
import { aContestForm, contestSteps } from "../contest-steps";
import { ONE_PIXEL_PNG } from "./all-roles";

export type Random = () => number;
export const pickOne = <T>(chance: Random, of: readonly T[]): T => of[Math.floor(chance() * of.length)]!;

export type RandomUsers = Awaited<ReturnType<typeof createRandomUsers>>;

export async function createRandomUsers(site: TestServer, chance: Random) {
  const { api, people, db } = site;
  const steps = contestSteps(site);
  const three = async (make: () => Promise<Person>) => [await make(), await make(), await make()];
  const [admins, creators, users] = [await three(people.admin), await three(people.creator), await three(people.user)];
  const everyone = [...admins, ...creators, ...users];
  const pictures = new Map<string, string>();

  const upload = async (person: Person) =>
    (await api.as(person).call(uploadEntryFile, { query: { name: "poster.txt" }, body: Buffer.from(`${chance()}`) }))
      ._id;
  async function participate(person: Person, creator: Person, contestId: string): Promise<void> {
    const as = api.as(person);
    const how = chance();
    if (how < 0.45) {
      await steps.join(person, contestId);
      if (how < 0.3)
        await as.call(submitEntry, {
          params: { contestId },
          body: { text: "My poster", files: [await upload(person)] },
        });
    } else if (how < 0.7) {
      const invitationId = await steps.invite(creator, contestId, person.email);
      if (how < 0.6) await steps.answer(person, invitationId);
    } else await as.call(followContest, { params: { contestId }, body: { isFollowing: true } });
    if (chance() < 0.2) await as.call(askQuestion, { params: { contestId }, body: { text: "How large may it be?" } });
    if (chance() < 0.2)
      await as.call(reportContest, {
        params: { contestId },
        body: { reason: "misleading", word: "The prize is made up." },
      });
  }

  for (const person of everyone) {
    const { address } = await api.as(person).call(uploadPicture, { query: { name: "me.png" }, body: ONE_PIXEL_PNG });
    pictures.set(person.id, address);
    await api.as(person).call(updateProfile, { body: { photoUrl: address } });
    await upload(person);
  }
  for (const creator of creators) {
    const { address } = await api
      .as(creator)
      .call(uploadPicture, { query: { name: "cover.png" }, body: ONE_PIXEL_PNG });
    await steps.create(creator, { image: address });
    await api
      .as(creator)
      .call(createDraft, { body: { form: draftForm.parse(aContestForm({ name: "River stories" })) } });
    for (let nth = 0; nth < 2; nth += 1) {
      const id = await steps.create(creator);
      await api.as(pickOne(chance, admins)).call(confirmContest, { params: { id }, body: { status: "open" } });
      for (const person of everyone) if (person !== creator && chance() < 0.8) await participate(person, creator, id);
    }
  }
  for (const person of users)
    await api.as(person).call(requestRole, { params: { email: person.email }, body: { role: "requested" } });
  const [entry] = await db.select().from(entries);
  const [decided] = (await db.select().from(contests)).filter(({ id }) => id === entry!.contestId);
  // Judging starts one minute after the deadline.
  site.clock.set(new Date(decided!.deadline.getTime() + 60_000));
  await steps.choose(
    creators.find(({ id }) => id === decided!.creatorId)!,
    decided!.id,
    entry!.id,
  );
  site.clock.set(TEST_NOW);
  await api.call(sendContactMessage, { body: { name: "Ann", email: "ann@example.com", message: "Hello" } });
  const [message] = await db.select().from(contactMessages);
  await api.as(admins[0]!).call(replyToContactMessage, { params: { id: message!.id }, body: { text: "Hello Ann" } });
  await db.update(contactReplies).set({ givenUpAt: site.clock.now(), givenUpBecause: "EENVELOPE 550" });
  // Sessions must survive moving the clock by weeks.
  await db.update(sessions).set({ createdAt: new Date("2029-12-31"), expiresAt: new Date("2030-01-01") });
  return {
    admins,
    creators,
    everyone,
    pictures,
    contests: await db.select().from(contests),
    entries: await db.select().from(entries),
    files: (await db.select().from(files)).filter(({ use, entryId }) => use === "entry" && entryId === null),
    drafts: await db.select().from(contestDrafts),
    assignments: await db.select().from(contestJudges),
    questions: await db.select().from(contestQuestions),
    cases: await db.select().from(reportCases),
    messages: await db.select().from(contactMessages),
    replies: await db.select().from(contactReplies),
  };
}
