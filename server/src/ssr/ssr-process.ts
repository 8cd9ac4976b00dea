import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { z } from "zod";
import type { SsrResult, SsrRequest, PublicResponse } from "@conquest/shared/contracts/parts/ssr";
import { cpuShareOf, isCpuStarved } from "./cpu-share";
import { spawnSandboxed } from "./sandboxed-process";

const source = readFileSync(new URL("./ssr-worker.js", import.meta.url), "utf8");

export interface Bundle {
  name: string;
  code: string;
}

/** Time to evaluate two bundles on a busy machine. */
const LOAD_TIMEOUT_MS = 10_000;
/** A page takes about ten milliseconds, so a hundred times that means a hang. Waiting for responses does not count. */
const RENDER_TIMEOUT_MS = 1_000;
/** Extensions of the deadline if other processes used the CPUs. */
const MAX_EXTENSIONS = 4;
const MAX_LINE_LENGTH = 4 * 1024 * 1024;
const MAX_REQUESTS = 12;

export class SsrFailure extends Error {
  override name = "SsrFailure";
}

const workerMessage = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ job: z.number(), failed: z.string() }),
  z.object({ job: z.number(), question: z.number(), address: z.string().max(4_000) }),
  z.object({
    job: z.number(),
    result: z.object({ markup: z.string(), links: z.array(z.string()), answers: z.unknown(), usesClock: z.boolean() }),
  }),
]);

export type Answer = (address: string) => Promise<PublicResponse>;

export interface SsrProcess {
  /** Renders one page at a time. Rejects with {@link SsrFailure} and ends the process on failure. */
  render(order: SsrRequest, answer: Answer): Promise<SsrResult>;
  ready: Promise<void>;
  end(): void;
}

/** Starts a process for these two bundles and ends it on any violation. `deadline` is per page, in milliseconds. */
export function startSsrProcess(
  bundles: { shell: Bundle; part: Bundle | null },
  deadline = RENDER_TIMEOUT_MS,
): SsrProcess {
  const child = spawnSandboxed(source);
  const send = (message: unknown) => child.stdin.write(`${JSON.stringify(message)}\n`);
  let settle: { resolve: (page?: SsrResult) => void; reject: (reason: SsrFailure) => void } | undefined;
  let current = 0;
  let questions = 0;
  let answer: Answer | undefined;
  let isOver = false;

  let share = cpuShareOf(child.pid);
  let allotted = 0;
  let extensions = 0;

  const clock = stopwatch(() => {
    const now = cpuShareOf(child.pid);
    if (extensions >= MAX_EXTENSIONS || !isCpuStarved(share, now, allotted)) return end(`took longer than allowed`);
    extensions += 1;
    clock.start(allotted);
  });

  function end(reason = "was ended") {
    isOver = true;
    clock.stop();
    child.kill("SIGKILL");
    settle?.reject(new SsrFailure(reason));
    settle = undefined;
  }

  function work<T>(deadline: number, start: () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (isOver) return reject(new SsrFailure("is not running"));
      settle = { resolve: resolve as (page?: SsrResult) => void, reject };
      [share, allotted, extensions] = [cpuShareOf(child.pid), deadline, 0];
      clock.start(deadline);
      start();
    });
  }

  function done(page?: SsrResult) {
    clock.stop();
    settle?.resolve(page);
    settle = undefined;
  }

  async function answerQuestion(question: number, address: string) {
    questions += 1;
    if (questions > MAX_REQUESTS) return end(`asked more than ${MAX_REQUESTS} questions`);
    clock.pause();
    const mine = current;
    const response = await answer!(address).catch(() => ({ status: 503, body: null, headers: {} }));
    if (mine !== current || isOver) return;
    clock.resume();
    send({ question, answer: response });
  }

  let unread = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lineEnd = text.lastIndexOf("\n");
    unread = lineEnd === -1 ? unread + text.length : text.length - lineEnd;
    if (unread > MAX_LINE_LENGTH) end("sent more than a page can hold");
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = workerMessage.safeParse(parsed(line)).data;
    if (isOver || !settle) return;
    if (!message) return end("sent an invalid message");
    if ("ready" in message) return done();
    // An abandoned page may still send messages.
    if (message.job !== current) return;
    if ("failed" in message) {
      clock.stop();
      settle.reject(new SsrFailure(message.failed));
      settle = undefined;
    } else if ("question" in message) void answerQuestion(message.question, message.address);
    else done(message.result as SsrResult);
  });
  child.stderr.resume();
  child.stdin.on("error", () => undefined);
  child.once("error", (error) => end(error.message));
  child.once("exit", (code, signal) => end(`stopped with ${signal ?? `code ${code}`}`));

  const ready = work<void>(LOAD_TIMEOUT_MS, () => send({ bundles }));
  // render() reports this error; an unhandled rejection would crash the server.
  ready.catch(() => undefined);

  return {
    ready,
    end,
    render: async (order, answerWith) => {
      await ready;
      current += 1;
      questions = 0;
      answer = answerWith;
      return work<SsrResult>(deadline, () => send({ job: current, order }));
    },
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function stopwatch(late: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let remaining = 0;
  let since = 0;
  const resume = () => {
    since = performance.now();
    timer = setTimeout(late, remaining);
  };
  const pause = () => {
    clearTimeout(timer);
    remaining -= performance.now() - since;
  };
  return {
    start: (milliseconds: number) => {
      remaining = milliseconds;
      resume();
    },
    pause,
    resume,
    stop: () => clearTimeout(timer),
  };
}
