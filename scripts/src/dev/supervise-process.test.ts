import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { supervise, restartDelay } from "./supervise-process";

let folder = "";
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), "conquest-running-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

it("restarts a program that ends unless it was stopped", async () => {
  const file = path.join(folder, "program.mjs");
  await writeFile(
    file,
    `import { appendFileSync, readFileSync, existsSync } from "node:fs";
const runs = new URL("./runs", import.meta.url);
appendFileSync(runs, "x");
if (readFileSync(runs, "utf8").length < 3) process.exit(7);
process.send("third");
process.stdin.resume();
process.stdin.on("end", () => process.exit());`,
  );
  const ends: string[] = [];
  const heard = await new Promise((resolve) => {
    const running = supervise({
      name: "program",
      args: [file],
      cwd: folder,
      firstPause: 1,
      onEnd: (how) => ends.push(how),
      onMessage: (message) => {
        running.stop();
        resolve(message);
      },
    });
  });
  expect(heard).toBe("third");
  expect(ends).toEqual(["code 7", "code 7"]);
  expect(await readFile(path.join(folder, "runs"), "utf8")).toBe("xxx");
});

it("doubles the delay up to a limit", () => {
  expect([0, 1, 2, 20].map((failures) => restartDelay(failures))).toEqual([300, 600, 1200, 30_000]);
});
