import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { readZip } from "../../../testing/read-zip";
import { zipStream, type ZippedFile } from "./zip-stream";

const AT = new Date("2026-03-02T06:00:00Z");
const textFile = (path: string, text: string): ZippedFile => ({
  path,
  open: async () => Readable.from([Buffer.from(text)]),
  isPacked: false,
});
const options = {
  at: AT,
  missing: {
    instead: (path: string) => ({ path: `${path}.txt`, text: `${path} cannot be read` }),
    list: (paths: readonly string[]) => ({ path: "missing.txt", text: paths.join() }),
  },
};
async function* each(...files: ZippedFile[]) {
  yield* files;
}

it("contains each file by its path, compressed or stored", async () => {
  const archive = await buffer(
    zipStream(
      textFile("entries.csv", "a,b"),
      each(textFile("Entry 412/a.txt", "x".repeat(5_000)), { ...textFile("নুসরাত/b.zip", "PK"), isPacked: true }),
      options,
    ),
  );
  const files = readZip(archive);
  expect(Object.keys(files)).toEqual(["entries.csv", "Entry 412/a.txt", "নুসরাত/b.zip"]);
  expect(String(files["Entry 412/a.txt"])).toBe("x".repeat(5_000));
  expect(archive.length).toBeLessThan(1_500);
});

it("opens one file at a time, after the previous one was read", async () => {
  let [opened, most, now] = [0, 0, 0];
  const counted = (index: number): ZippedFile => ({
    path: `${index}.bin`,
    isPacked: true,
    open: async () => {
      opened += 1;
      now += 1;
      most = Math.max(most, now);
      const stream = Readable.from([Buffer.alloc(200_000, index)]);
      stream.once("end", () => (now -= 1));
      return stream;
    },
  });
  const archive = zipStream(
    textFile("entries.csv", "a"),
    each(...Array.from({ length: 40 }, (_, index) => counted(index))),
    options,
  );
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  expect(opened).toBeLessThan(5);
  expect(Object.keys(readZip(await buffer(archive)))).toHaveLength(41);
  expect(most).toBe(1);
});

it("replaces unreadable files by notes and lists them at the end", async () => {
  const unreadableFile: ZippedFile = { path: "gone.pdf", isPacked: true, open: async () => null };
  const files = readZip(
    await buffer(zipStream(textFile("entries.csv", "a"), each(unreadableFile, textFile("b.txt", "b")), options)),
  );
  expect(Object.entries(files).map(([path, content]) => [path, String(content)])).toEqual([
    ["entries.csv", "a"],
    ["gone.pdf.txt", "gone.pdf cannot be read"],
    ["b.txt", "b"],
    ["missing.txt", "gone.pdf"],
  ]);
});

it("fails if the store fails", async () => {
  const unreadableFile: ZippedFile = {
    path: "gone.pdf",
    isPacked: true,
    open: () => Promise.reject(new Error("No such key")),
  };
  await expect(
    buffer(zipStream(textFile("entries.csv", "a"), each(unreadableFile, textFile("b.txt", "b")), options)),
  ).rejects.toThrow("No such key");
});

it("fails if the file list or a file fails midway", async () => {
  async function* failing() {
    yield textFile("a.txt", "a");
    throw new Error("The database is away");
  }
  await expect(buffer(zipStream(textFile("entries.csv", "a"), failing(), options))).rejects.toThrow(
    "The database is away",
  );
  const torn: ZippedFile = {
    path: "torn.pdf",
    isPacked: true,
    open: async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from("half");
          throw new Error("The store is away");
        })(),
      ),
  };
  await expect(buffer(zipStream(textFile("entries.csv", "a"), each(torn), options))).rejects.toThrow(
    "The store is away",
  );
});

it("closes the open file when the reader stops", async () => {
  let closed = false;
  const endless: ZippedFile = {
    path: "endless.bin",
    isPacked: true,
    open: async () => {
      const stream = new Readable({ read: () => stream.push(Buffer.alloc(65_536)) });
      stream.once("close", () => (closed = true));
      return stream;
    },
  };
  const archive = zipStream(textFile("entries.csv", "a"), each(endless, textFile("b.txt", "b")), options);
  for await (const chunk of archive) if ((chunk as Buffer).length > 10_000) break;
  for (let turn = 0; turn < 20 && !closed; turn += 1) await setImmediate();
  expect(closed).toBe(true);
});
