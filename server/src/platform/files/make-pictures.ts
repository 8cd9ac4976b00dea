import { execFile, spawn, type ChildProcess, type ChildProcessByStdio } from "node:child_process";
import { constants, setPriority } from "node:os";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { MAX_PICTURE_PIXELS } from "@conquest/shared/contracts/media/files";
import { HEAP_OPTIONS, sandboxCommand } from "../sandbox-commands";

/** Memory limit of the process in MiB: enough for the largest picture, rotated, and its variants. */
const MEMORY_LIMIT_MIB = 1536;
/** CPU limit in seconds. The largest picture takes four on a common machine. */
const CPU_LIMIT_SECONDS = 20;
/** A busy machine leaves the process little CPU, and clients give up after a minute. */
const TIMEOUT_MS = 50_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const script = fileURLToPath(new URL("./picture-worker.js", import.meta.url));
const cwd = path.dirname(script);

export interface MadePicture {
  width: number;
  height: number;
  widths: number[];
  parts: { name: string; content: Buffer }[];
}

export type PictureProblem = "unreadable" | "moving" | "too_many_pixels" | "not_done";

/** Re-encodes without metadata, in these widths. Decoding is sandboxed, as crafted pictures may exploit it. */
export type MakePictures = (
  original: Buffer,
  order: { widths: readonly number[]; longest?: number | undefined },
) => Promise<MadePicture | PictureProblem>;

const resultSchema = z.union([
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

const node = [process.execPath, "--no-warnings", ...HEAP_OPTIONS];
const trial = promisify(execFile);
let sandbox: Promise<readonly string[]> | undefined;

async function findSandbox(): Promise<readonly string[]> {
  for (const command of sandboxCommand(MEMORY_LIMIT_MIB, CPU_LIMIT_SECONDS)) {
    const [file, ...rest] = [...command, ...node, "--input-type=module", "-e", 'import "sharp"'];
    const works = await trial(file!, rest, { env: {}, cwd, timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (works) return command;
  }
  return [];
}

export const makePictures: MakePictures = async (original, order) => {
  const output = await run(original, { ...order, mostPixels: MAX_PICTURE_PIXELS });
  if (output === null) return "not_done";
  const line = output.indexOf("\n");
  const head = resultSchema.parse(JSON.parse(output.toString("utf8", 0, line)));
  if ("problem" in head) return head.problem;
  let at = line + 1;
  const parts = head.parts.map(({ name, bytes }) => ({ name, content: output.subarray(at, (at += bytes)) }));
  if (at !== output.length) return "unreadable";
  return { width: head.width, height: head.height, widths: head.widths, parts };
};

async function run(original: Buffer, order: object): Promise<Buffer | null> {
  const [command, ...rest] = [...(await (sandbox ??= findSandbox())), ...node, script, JSON.stringify(order)];
  return new Promise((resolve, reject) => {
    const child: Partial<ChildProcessByStdio<Writable, Readable, null>> & ChildProcess = spawn(command!, rest, {
      env: {},
      cwd,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
    child.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    // Out of file descriptors or processes; the "error" event follows.
    if (!child.stdin || !child.stdout) return;
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_OUTPUT_BYTES) child.kill("SIGKILL");
    });
    child.stdin.on("error", () => undefined);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve(code === 0 ? Buffer.concat(chunks) : null);
    });
    child.stdin.end(original);
    ignoreErrors(() => setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL));
  });
}

function ignoreErrors(act: () => void): void {
  try {
    act();
  } catch {
    // The process has exited, or this machine does not allow it.
  }
}
