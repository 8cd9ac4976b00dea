import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { z } from "zod";
import type { SsrResult, SsrRequest, PublicAnswer } from "@conquest/shared/contracts/parts/ssr";
import { cpuShareOf, isCpuStarved } from "./cpu-share";
import { spawnSandboxed } from "./sandboxed-process";

const source = readFileSync(new URL("./ssr-worker.js", import.meta.url), "utf8");

/** One script of a release, and what its errors call it. */
export interface Bundle {
  name: string;
  code: string;
}

/** Evaluating two bundles on a busy machine, in milliseconds. */
const LOAD_DEADLINE = 10_000;
/** A page takes about ten milliseconds; what takes a hundred times that hangs. Waiting for answers is not counted. */
const DRAW_DEADLINE = 1_000;
/** So often a page gets as much time again when the machine gave the processors to others. */
const MOST_EXTENSIONS = 4;
/** Everything a page may say, in characters: far more than any page is. */
const LONGEST_LINE = 4 * 1024 * 1024;
/** Answers that one page may ask for beside those it is given. */
const MOST_QUESTIONS = 12;

export class SsrFailure extends Error {
  override name = "DrawingFailure";
}

const heard = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ drawing: z.number(), failed: z.string() }),
  z.object({ drawing: z.number(), question: z.number(), address: z.string().max(4_000) }),
  z.object({
    drawing: z.number(),
    drawn: z.object({ markup: z.string(), links: z.array(z.string()), answers: z.unknown(), usesClock: z.boolean() }),
  }),
]);

export type Answer = (address: string) => Promise<PublicAnswer>;

export interface SsrProcess {
  /** One page at a time: start the next when this one is settled. Rejects with {@link SsrFailure}, and is ended then. */
  draw(order: SsrRequest, answer: Answer): Promise<SsrResult>;
  /** Settles when the bundles have been evaluated; rejects when they could not be. */
  ready: Promise<void>;
  end(): void;
}

/** Starts a process of its own for these two bundles. It is ended by whatever it does wrong. `deadline`: of a page, in milliseconds. */
export function startSsrProcess(bundles: { shell: Bundle; part: Bundle | null }, deadline = DRAW_DEADLINE): SsrProcess {
  const child = spawnSandboxed(source);
  const say = (message: unknown) => child.stdin.write(`${JSON.stringify(message)}\n`);
  let settle: { resolve: (page?: SsrResult) => void; reject: (reason: SsrFailure) => void } | undefined;
  let current = 0;
  let questions = 0;
  let answer: Answer | undefined;
  let isOver = false;

  let share = cpuShareOf(child.pid);
  let given = 0;
  let extensions = 0;

  const clock = stopwatch(() => {
    const now = cpuShareOf(child.pid);
    if (extensions >= MOST_EXTENSIONS || !isCpuStarved(share, now, given)) return end(`took longer than allowed`);
    extensions += 1;
    clock.start(given);
  });

  function end(because = "was ended") {
    isOver = true;
    clock.stop();
    child.kill("SIGKILL");
    settle?.reject(new SsrFailure(because));
    settle = undefined;
  }

  function work<T>(deadline: number, start: () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (isOver) return reject(new SsrFailure("is not running"));
      settle = { resolve: resolve as (page?: SsrResult) => void, reject };
      [share, given, extensions] = [cpuShareOf(child.pid), deadline, 0];
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
    if (questions > MOST_QUESTIONS) return end(`asked more than ${MOST_QUESTIONS} questions`);
    clock.pause();
    const mine = current;
    const given = await answer!(address).catch(() => ({ status: 503, body: null, headers: {} }));
    if (mine !== current || isOver) return;
    clock.resume();
    say({ question, answer: given });
  }

  let unread = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lineEnd = text.lastIndexOf("\n");
    unread = lineEnd === -1 ? unread + text.length : text.length - lineEnd;
    if (unread > LONGEST_LINE) end("said more than a page can hold");
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = heard.safeParse(parsed(line)).data;
    if (isOver || !settle) return;
    if (!message) return end("said what nobody understands");
    if ("ready" in message) return done();
    // A page that was given up may still speak.
    if (message.drawing !== current) return;
    if ("failed" in message) {
      clock.stop();
      settle.reject(new SsrFailure(message.failed));
      settle = undefined;
    } else if ("question" in message) void answerQuestion(message.question, message.address);
    else done(message.drawn as SsrResult);
  });
  child.stderr.resume();
  child.stdin.on("error", () => undefined);
  child.once("error", (error) => end(error.message));
  child.once("exit", (code, signal) => end(`stopped with ${signal ?? `code ${code}`}`));

  const ready = work<void>(LOAD_DEADLINE, () => say({ bundles }));
  // Whoever draws hears of it; nobody has to.
  ready.catch(() => undefined);

  return {
    ready,
    end,
    draw: async (order, answerWith) => {
      await ready;
      current += 1;
      questions = 0;
      answer = answerWith;
      return work<SsrResult>(deadline, () => say({ drawing: current, order }));
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

/** Calls `late` when it has run for longer than it was given; it can be held while nobody is to blame. */
function stopwatch(late: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let left = 0;
  let since = 0;
  const resume = () => {
    since = performance.now();
    timer = setTimeout(late, left);
  };
  const pause = () => {
    clearTimeout(timer);
    left -= performance.now() - since;
  };
  return {
    start: (milliseconds: number) => {
      left = milliseconds;
      resume();
    },
    pause,
    resume,
    stop: () => clearTimeout(timer),
  };
}
