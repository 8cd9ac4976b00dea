import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { type MakePicture, smallerPictures } from "./smaller-pictures";

const log = pino({ level: "silent" });
const original = Buffer.from("a picture of many bytes");
const request = { original, width: 320, format: "avif" } as const;
const patient = { log, patience: 60_000 };

const ready = (content: string | null) => ({ state: "ready", content: content === null ? null : Buffer.from(content) });

const aMaker = (made: string | null | Error) =>
  jest.fn<ReturnType<MakePicture>, Parameters<MakePicture>>(async () => {
    if (made instanceof Error) throw made;
    return made === null ? null : Buffer.from(made);
  });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "conquest-pictures-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("makes each picture once for concurrent and later requests", async () => {
  const make = aMaker("small");
  const smaller = smallerPictures({ folder: undefined, ...patient, make });
  const answers = await Promise.all(Array.from({ length: 20 }, () => smaller(request)));
  expect(answers).toEqual(Array.from({ length: 20 }, () => ready("small")));
  expect(await smaller(request)).toEqual(ready("small"));
  expect(make).toHaveBeenCalledTimes(1);
});

it("makes a new one for each width, format and original", async () => {
  const make = aMaker("small");
  const smaller = smallerPictures({ folder: undefined, ...patient, make });
  await smaller(request);
  await smaller({ ...request, width: 720 });
  await smaller({ ...request, format: "webp" });
  await smaller({ ...request, original: Buffer.from("what it was replaced with") });
  expect(make).toHaveBeenCalledTimes(4);
});

it("makes one at a time", async () => {
  let [running, most] = [0, 0];
  const make: MakePicture = async () => {
    most = Math.max(most, (running += 1));
    await new Promise(setImmediate);
    running -= 1;
    return Buffer.from("small");
  };
  const smaller = smallerPictures({ folder: undefined, ...patient, make });
  await Promise.all([80, 160, 320, 480].map((width) => smaller({ ...request, width })));
  expect(most).toBe(1);
});

it("returns the making state after the timeout and the picture later", async () => {
  let finish = (_made: Buffer) => {};
  const make: MakePicture = () => new Promise((resolve) => (finish = resolve));
  const smaller = smallerPictures({ folder: undefined, log, make, patience: 20 });
  expect(await smaller(request)).toEqual({ state: "making" });
  finish(Buffer.from("small"));
  expect(await smaller(request)).toEqual(ready("small"));
});

it.each([
  ["is no smaller", aMaker("more bytes than the picture had")],
  ["moves", aMaker(null)],
  ["cannot be read", aMaker(new Error("not a picture"))],
])("keeps the original of a picture that %s and caches that", async (_, make) => {
  const smaller = smallerPictures({ folder, ...patient, make });
  expect(await smaller(request)).toEqual(ready(null));
  expect(await smaller(request)).toEqual(ready(null));
  expect(make).toHaveBeenCalledTimes(1);
  expect(await readdir(folder)).toEqual([]);
});

it("continues after a failure", async () => {
  const make = aMaker("small").mockRejectedValueOnce(new Error("not a picture"));
  const smaller = smallerPictures({ folder: undefined, ...patient, make });
  expect(await Promise.all([smaller(request), smaller({ ...request, width: 720 })])).toEqual([
    ready(null),
    ready("small"),
  ]);
});

describe("on disk", () => {
  const start = (make: MakePicture) => smallerPictures({ folder: path.join(folder, "pictures"), ...patient, make });

  it("reuses pictures after a restart", async () => {
    await start(aMaker("small"))(request);
    const make = aMaker("made again");
    expect(await start(make)(request)).toEqual(ready("small"));
    expect(make).not.toHaveBeenCalled();
    expect(await readdir(path.join(folder, "pictures"))).toEqual([expect.stringMatching(/^[0-9a-f]{32}-320\.avif$/)]);
  });

  it("makes truncated files again", async () => {
    await start(aMaker("small"))(request);
    const [name] = await readdir(path.join(folder, "pictures"));
    await writeFile(path.join(folder, "pictures", name!), "");
    expect(await start(aMaker("made again"))(request)).toEqual(ready("made again"));
  });

  it("works without a writable folder", async () => {
    await writeFile(path.join(folder, "file"), "");
    const make = aMaker("small");
    const smaller = smallerPictures({ folder: path.join(folder, "file/pictures"), ...patient, make });
    expect(await smaller(request)).toEqual(ready("small"));
    expect(await smaller(request)).toEqual(ready("small"));
    expect(make).toHaveBeenCalledTimes(1);
  });

  it("removes files older than a month", async () => {
    await writeFile(path.join(folder, "old.avif"), "old");
    await writeFile(path.join(folder, "new.avif"), "new");
    await utimes(path.join(folder, "old.avif"), new Date(), new Date(Date.now() - 31 * 24 * 60 * 60 * 1000));
    const { removeOld } = (await import("./smaller-pictures")).pictureFolder(folder, log);
    await removeOld();
    expect(await readdir(folder)).toEqual(["new.avif"]);
  });
});
