import { eq } from "drizzle-orm";
import { attachFile, MAX_ATTACHMENTS, removeAttachment } from "@conquest/shared/contracts/attachments";
import { submitEntry } from "@conquest/shared/contracts/entries";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { getContestReview } from "@conquest/shared/contracts/review";
import { auditEntries } from "../../database/schema/audit";
import { contests } from "../../database/schema/contests";
import { files } from "../../database/schema/files";
import { contestSteps } from "../../testing/contest-steps";
import { inLockOrder, contestRow } from "../../testing/races";
import { testApi } from "../../testing/test-api";
import { describeOnPostgres, testServer, type Person, type TestServer } from "../../testing/test-server";

const attachmentSteps = ({ api }: Pick<TestServer, "api">) => {
  const upload = (person: Person, name = "logo.txt") =>
    api.as(person).call(uploadEntryFile, { query: { name }, body: Buffer.from(`File ${name}`) });
  const attach = async (person: Person, contestId: string, fileId: string) =>
    (await api.as(person).call(attachFile, { params: { contestId }, body: { fileId } })).attachments;
  return {
    upload,
    attach,
    attachNew: async (person: Person, contestId: string, name?: string) => {
      const file = await upload(person, name);
      await attach(person, contestId, file._id);
      return file;
    },
    remove: async (person: Person, contestId: string, fileId: string) =>
      (await api.as(person).call(removeAttachment, { params: { contestId, fileId } })).attachments,
    rejectedAttach: (person: Person, contestId: string, fileId: string) =>
      api.as(person).expectError(attachFile, { params: { contestId }, body: { fileId } }),
    statusOf: async (person: Person | null, fileId: string) =>
      (await (person ? api.as(person) : api).send({ url: `/api/entry-files/${fileId}` })).statusCode,
  };
};

describe("attachments", () => {
  const site = testServer();
  const { api, people } = site;
  const steps = contestSteps(site);
  const { upload, attach, attachNew, remove, rejectedAttach, statusOf } = attachmentSteps(site);

  it("are listed in their order with the contest, and can be removed", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    expect(await steps.details(null, id)).not.toHaveProperty("attachments");
    const [first, second] = [await upload(creator, "b.txt"), await upload(creator, "a.txt")];
    expect(await attach(creator, id, first._id)).toEqual([first]);
    expect(await attach(creator, id, second._id)).toEqual([first, second]);
    expect((await steps.details(null, id)).attachments).toEqual([first, second]);
    expect(await attach(creator, id, first._id)).toEqual([first, second]);
    expect(await remove(creator, id, first._id)).toEqual([second]);
    expect((await steps.details(null, id)).attachments).toEqual([second]);
    expect(await statusOf(creator, first._id)).toBe(404);
  });

  it("can be downloaded by everyone who can see the contest", async () => {
    const [creator, stranger, admin] = [await people.creator(), await people.user(), await people.admin()];
    const id = await steps.create(creator);
    const { _id } = await attachNew(creator, id);
    const statuses = async () => [
      await statusOf(null, _id),
      await statusOf(stranger, _id),
      await statusOf(creator, _id),
      await statusOf(admin, _id),
    ];
    expect(await statuses()).toEqual([404, 404, 200, 200]);
    await site.db.update(contests).set({ status: "open", review: "approved", openedAt: site.clock.now() });
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await site.db.update(contests).set({ hiddenAt: site.clock.now() }).where(eq(contests.id, id));
    expect(await statuses()).toEqual([404, 404, 200, 200]);
  });

  it("are seen by admins who review the contest", async () => {
    const creator = await people.creator();
    const id = await steps.create(creator);
    const file = await attachNew(creator, id);
    const { asVisitors } = await api.as(await people.admin()).call(getContestReview, { params: { id } });
    expect(asVisitors.attachments).toEqual([file]);
  });

  it("can be changed only by the creator, while the contest can be edited", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    const file = await attachNew(creator, id);
    for (const other of [await people.user(), await people.creator(), await people.admin()]) {
      const own = await upload(other);
      expect(await rejectedAttach(other, id, own._id)).toMatchObject({ status: 404 });
      const params = { contestId: id, fileId: file._id };
      expect(await api.as(other).expectError(removeAttachment, { params })).toMatchObject({ status: 404 });
    }
    const late = await upload(creator);
    await steps.join(await people.user(), id);
    await api.as(creator).call(deleteContest, { params: { id }, body: {} });
    expect(await rejectedAttach(creator, id, late._id)).toMatchObject({ status: 409, code: "cancelled" });
    expect((await steps.details(creator, id)).attachments).toEqual([file]);
  });

  it("are at most ten, and only the creator's unused uploads", async () => {
    const [creator, other] = [await people.creator(), await people.creator()];
    const id = await steps.open(creator);
    const otherId = await steps.open(other);
    const taken = await upload(creator);
    await steps.join(creator, otherId);
    await api
      .as(creator)
      .call(submitEntry, { params: { contestId: otherId }, body: { text: "Mine", files: [taken._id] } });
    for (const fileId of [taken._id, (await upload(other))._id, crypto.randomUUID()])
      expect(await rejectedAttach(creator, id, fileId)).toMatchObject({
        status: 422,
        fields: { fileId: expect.any(String) as string },
      });
    const attached = [];
    for (let count = 0; count < MAX_ATTACHMENTS; count += 1) attached.push(await attachNew(creator, id));
    expect(await rejectedAttach(creator, id, (await upload(creator))._id)).toMatchObject({
      status: 409,
      code: "too_many_attachments",
    });
    expect(await rejectedAttach(creator, otherId, attached[0]!._id)).toMatchObject({ status: 404 });
    expect((await steps.details(null, id)).attachments).toHaveLength(MAX_ATTACHMENTS);
  });

  it("are deleted with their contest", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    const { _id } = await attachNew(creator, id);
    await api.as(creator).call(deleteContest, { params: { id }, body: {} });
    expect((await site.db.select().from(files).where(eq(files.id, _id)))[0]).toMatchObject({ state: "going" });
  });

  it("are recorded in the audit log", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator);
    const { _id } = await attachNew(creator, id, "logo.txt");
    await remove(creator, id, _id);
    expect(await site.db.select().from(auditEntries).where(eq(auditEntries.contestId, id))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ act: "file_attached", toValue: "logo.txt" }),
        expect.objectContaining({ act: "file_detached", fromValue: "logo.txt" }),
      ]),
    );
  });
});

describeOnPostgres("concurrent changes of attachments", () => {
  const site = testServer({ needsPostgres: true });
  const steps = contestSteps(site);
  const { upload, attachNew } = attachmentSteps(site);

  it("never exceed ten, and give a file to one contest only", async () => {
    const creator = await site.people.creator();
    const [id, otherId, thirdId] = [await steps.open(creator), await steps.open(creator), await steps.open(creator)];
    for (let count = 1; count < MAX_ATTACHMENTS; count += 1) await attachNew(creator, id);
    const [one, two] = [await upload(creator), await upload(creator)];
    const outcome = async (contestId: string, fileId: string) =>
      testApi(() => site.app, creator.cookie)
        .call(attachFile, { params: { contestId }, body: { fileId } })
        .then(
          () => "done",
          (error: unknown) => /"code":"(\w+)"/.exec(String(error))?.[1],
        );
    const both = [() => outcome(id, one._id), () => outcome(id, two._id)];
    expect(await inLockOrder(site.db, contestRow(id), both)).toEqual(["done", "too_many_attachments"]);
    const results = await Promise.all([outcome(otherId, two._id), outcome(thirdId, two._id)]);
    expect(results.filter((result) => result === "done")).toHaveLength(1);
    const lists = [await steps.details(null, otherId), await steps.details(null, thirdId)];
    expect(lists.flatMap(({ attachments = [] }) => attachments)).toEqual([two]);
  });
});
