import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { lengthCheckStream, FileUnreadable } from "./file-store";

const content = () => Readable.from([Buffer.from("con"), Buffer.from("quest")]);

it("passes on content of the expected length", async () => {
  expect(String(await buffer(lengthCheckStream(content(), 8)))).toBe("conquest");
  expect(await buffer(lengthCheckStream(Readable.from([]), 0))).toHaveLength(0);
});

it.each([7, 9, 0])("fails if %d bytes are expected", async (bytes) => {
  await expect(buffer(lengthCheckStream(content(), bytes))).rejects.toThrow(FileUnreadable);
});

it("closes its source when destroyed, and fails with it", async () => {
  const source = new Readable({ read: () => undefined });
  lengthCheckStream(source, 8).destroy();
  await new Promise((resolve) => source.once("close", resolve));
  const torn = new Readable({ read: () => undefined });
  const read = buffer(lengthCheckStream(torn, 8));
  torn.destroy(new Error("The disk is away"));
  await expect(read).rejects.toThrow("The disk is away");
});
