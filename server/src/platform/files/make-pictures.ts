import { execFile, spawn, type ChildProcess, type ChildProcessByStdio } from "node:child_process";
import { constants, setPriority } from "node:os";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { MAX_PICTURE_PIXELS } from "@conquest/shared/contracts/media/files";
import { sandboxCommand } from "../sandbox-commands";

/** All that the process may write to, in MiB: the largest picture, turned upright, and what is made of it. */
const MEMORY = 1536;
/** In seconds of a core. The largest picture takes four of a common one. */
const PROCESSOR = 20;
/** In milliseconds: a busy machine has little of a core for it, and whoever waits gives up after a minute. */
const DEADLINE = 50_000;
/** What comes back is smaller than what came, or not much larger. */
const MOST_BYTES = 64 * 1024 * 1024;

const script = fileURLToPath(new URL("./picture-worker.js", import.meta.url));
// What it imports is found from where it lies.
const cwd = path.dirname(script);

export interface MadePicture {
  width: number;
  height: number;
  /** Those that were made: none is wider than the picture itself. */
  widths: number[];
  /** The whole of it, as JPEG or PNG, and `320.avif` and `320.webp` for each width. */
  parts: { name: string; content: Buffer }[];
}

export type PictureProblem = "unreadable" | "moving" | "too_many_pixels" | "not_done";

/**
 * Draws a picture anew, upright, without anything that is no picture: whole, its edges no longer than `longest`, and in these widths,
 * all in pixels. Answers what is wrong with one that cannot be drawn. It is decoded in a process of its own: a picture can be made to
 * break what reads it, and this one has nothing to steal.
 */
export type MakePictures = (
  original: Buffer,
  order: { widths: readonly number[]; longest?: number | undefined },
) => Promise<MadePicture | PictureProblem>;

const said = z.union([
  z.object({ problem: z.enum(["unreadable", "moving", "too_many_pixels"]) }),
  z.object({
    width: z.int().positive(),
    height: z.int().positive(),
    widths: z.array(z.int()),
    parts: z.array(
      z.object({ name: z.string().regex(/^(whole\.(jpg|png)|\d+\.(avif|webp))$/), bytes: z.int().positive() }),
    ),
  }),
]);

const node = [process.execPath, "--no-warnings", "--max-old-space-size=128"];
const trial = promisify(execFile);
let standing: Promise<readonly string[]> | undefined;

/** The strictest of the walls behind which a picture can be drawn on this machine; found once. */
async function findWall(): Promise<readonly string[]> {
  for (const wall of sandboxCommand(MEMORY, PROCESSOR)) {
    const [command, ...rest] = [...wall, ...node, "--input-type=module", "-e", 'import "sharp"'];
    const stands = await trial(command!, rest, { env: {}, cwd, timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (stands) return wall;
  }
  return [];
}

export const makePictures: MakePictures = async (original, order) => {
  const answer = await run(original, { ...order, mostPixels: MAX_PICTURE_PIXELS });
  if (answer === null) return "not_done";
  const line = answer.indexOf("\n");
  const head = said.parse(JSON.parse(answer.toString("utf8", 0, line)));
  if ("problem" in head) return head.problem;
  let at = line + 1;
  const parts = head.parts.map(({ name, bytes }) => ({ name, content: answer.subarray(at, (at += bytes)) }));
  if (at !== answer.length) return "unreadable";
  return { width: head.width, height: head.height, widths: head.widths, parts };
};

/** What the process says; null where it was ended before it had said it, by its limits or by what it read. */
async function run(original: Buffer, order: object): Promise<Buffer | null> {
  const [command, ...rest] = [...(await (standing ??= findWall())), ...node, script, JSON.stringify(order)];
  return new Promise((resolve, reject) => {
    const child: Partial<ChildProcessByStdio<Writable, Readable, null>> & ChildProcess = spawn(command!, rest, {
      env: {},
      cwd,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), DEADLINE);
    child.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    // The system gives no more files or processes: the error says so in a moment.
    if (!child.stdin || !child.stdout) return;
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MOST_BYTES) child.kill("SIGKILL");
    });
    // It may end before it has read everything.
    child.stdin.on("error", () => undefined);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve(code === 0 ? Buffer.concat(chunks) : null);
    });
    child.stdin.end(original);
    whenever(() => setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL));
  });
}

/** Does what is good to have and can be done without. */
function whenever(act: () => void): void {
  try {
    act();
  } catch {
    // It has ended already, or this machine does not allow it.
  }
}
