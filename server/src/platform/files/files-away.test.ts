import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, truncateSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { eq } from "drizzle-orm";
import { removeEntryFile, uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { uploadPicture } from "@conquest/shared/contracts/media/uploads";
import { files } from "../../database/schema/files";
import { testServer, type Person } from "../../testing/test-server";
import { filesFolder } from "../../testing/files-folder";

const place = filesFolder();
const site = testServer({
  config: {
    files: place,
    // Makes a server without a release report ready.
    devShellUrl: "http://127.0.0.1:9",
  },
});
const { api, people } = site;

const PDF = { query: { name: "poster.pdf" }, body: Buffer.from("%PDF-1.7\nA poster\n%%EOF") };
const upload = async (person: Person) => (await api.as(person).call(uploadEntryFile, PDF))._id;
const read = (person: Person, id: string) => api.as(person).send({ url: `/api/entry-files/${id}` });
const unmount = () => renameSync(place.folder, `${place.folder}.away`);
const remount = () => renameSync(`${place.folder}.away`, place.folder);
const wholeOf = (id: string) => path.join(place.folder, id.slice(0, 2), `${id}-whole.pdf`);
const unavailableResponse = {
  statusCode: 503,
  headers: expect.objectContaining({ "retry-after": "5", "cache-control": "no-store" }) as object,
};

describe("while the folder of files is unavailable", () => {
  it.each([
    ["gone", () => undefined],
    ["an empty one in its place", () => mkdirSync(place.folder)],
  ])(
    "reads and stores nothing, and finds all files afterwards: %s",
    async (_, replace) => {
      const person = await people.user();
      const fileId = await upload(person);
      const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#0b5f47" } })
        .jpeg()
        .toBuffer();
      const { address } = await api.as(person).call(uploadPicture, { query: { name: "a.jpg" }, body: picture });
      unmount();
      replace();
      const response = await read(person, fileId);
      expect(response).toMatchObject(unavailableResponse);
      expect(response.json()).toEqual({
        error: {
          code: "files_away",
          message: expect.stringMatching(/^We can't reach our file storage right now/) as string,
        },
      });
      expect(await api.send({ url: address })).toMatchObject(unavailableResponse);
      expect(await api.as(person).expectError(uploadEntryFile, PDF)).toMatchObject({ status: 503, code: "files_away" });
      expect(existsSync(place.folder) ? readdirSync(place.folder) : []).toEqual([]);
      // All servers share the folder: taking them out of service would also take down everything that needs no files.
      expect((await api.send({ url: "/api/ready" })).statusCode).toBe(200);
      if (existsSync(place.folder)) rmdirSync(place.folder);
      remount();
      for (const { id } of await site.db.select().from(files).where(eq(files.use, "entry"))) {
        const { state } = (await site.db.select().from(files).where(eq(files.id, id)))[0]!;
        expect((await read(person, id)).statusCode).toBe(state === "here" ? 200 : 404);
      }
      expect((await api.send({ url: address })).statusCode).toBe(200);
      expect((await read(person, await upload(person))).statusCode).toBe(200);
    },
    30_000,
  );

  it("keeps the row of a removed file until its content is deleted", async () => {
    const person = await people.user();
    const fileId = await upload(person);
    const file = wholeOf(fileId);
    await api.as(person).call(removeEntryFile, { params: { id: fileId } });
    unmount();
    await expect(site.app.files.sweep()).rejects.toThrow();
    expect(await site.db.select().from(files)).toHaveLength(1);
    remount();
    await site.app.files.sweep();
    expect([existsSync(file), await site.db.select().from(files)]).toEqual([false, []]);
  });
});

describe("a single damaged file", () => {
  it.each([
    ["is gone", (file: string) => rmSync(file)],
    ["has too few bytes", (file: string) => truncateSync(file, 5)],
    ["has too many bytes", (file: string) => truncateSync(file, 5_000)],
    ["is empty", (file: string) => truncateSync(file, 0)],
  ])("is reported with its id in the log, while others are readable: %s", async (_, damage) => {
    const person = await people.user();
    const [hurt, other] = [await upload(person), await upload(person)];
    damage(wholeOf(hurt));
    const log = jest.spyOn(site.app.log, "error");
    const response = await read(person, hurt);
    expect(response).toMatchObject(unavailableResponse);
    expect(response.json()).toEqual({
      error: {
        code: "file_unreadable",
        message: expect.stringMatching(/^We can't open this file right now\./) as string,
      },
    });
    expect(log.mock.calls.filter(([, words]) => words !== "request")).toEqual([
      [expect.objectContaining({ file: hurt, part: "whole.pdf" }), "a file cannot be read"],
    ]);
    expect(await read(person, other)).toMatchObject({ statusCode: 200, body: String(PDF.body) });
    const headOf = async (id: string) =>
      (await api.as(person).send({ method: "HEAD", url: `/api/entry-files/${id}` })).statusCode;
    expect([await headOf(hurt), await headOf(other)]).toEqual([503, 200]);
  });

  it("is reported for HEAD too if a smaller picture is missing", async () => {
    const person = await people.user();
    const picture = await sharp({ create: { width: 800, height: 400, channels: 3, background: "#0b5f47" } })
      .jpeg()
      .toBuffer();
    const { _id } = await api.as(person).call(uploadEntryFile, { query: { name: "poster.jpg" }, body: picture });
    rmSync(path.join(place.folder, _id.slice(0, 2), `${_id}-320.webp`));
    const headIn = async (width: number) =>
      (
        await api
          .as(person)
          .send({ method: "HEAD", url: `/api/entry-files/${_id}?w=${width}`, headers: { accept: "image/webp" } })
      ).statusCode;
    expect([await headIn(320), await headIn(720)]).toEqual([503, 200]);
  });
});
