import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { accountSaver, readAccounts, type StoredAccount } from "./account-file";

/** The emulator's own state of one project; an internal of the exactly pinned firebase-tools, see docs/decisions. */
interface ProjectState {
  users: Map<string, StoredAccount>;
  overwriteUserWithLocalId(localId: string, account: StoredAccount): void;
}

interface EmulatorModules {
  createApp(projectId: string, singleProjectMode: number, states: Map<string, ProjectState>): Promise<RequestListener>;
  AgentProjectState: new (projectId: string) => ProjectState;
}

const require = createRequire(import.meta.url);

/** What reads requests for the emulator; its options are of exegesis. */
interface RequestReader {
  middleware(specification: object, options: object): Promise<unknown>;
}

/** Each check of a request is made when the first such request comes. All of them at the start take seven of its eight seconds. */
function checkLate(): void {
  const reader = createRequire(require.resolve("firebase-tools/package.json"))("exegesis-express") as RequestReader;
  const { middleware } = reader;
  reader.middleware = (specification, options) => middleware(specification, { ...options, lazyCompileValidationSchemas: true });
}

function emulatorModules(): EmulatorModules {
  checkLate();
  const { createApp } = require("firebase-tools/lib/emulator/auth/server") as Pick<EmulatorModules, "createApp">;
  const { AgentProjectState } = require("firebase-tools/lib/emulator/auth/state") as Pick<EmulatorModules, "AgentProjectState">;
  return { createApp, AgentProjectState };
}

/** Holds the whole answer back until `ready` has resolved; a failed `ready` drops the connection instead of acknowledging. */
function holdAnswer(response: ServerResponse, ready: () => Promise<void>) {
  const chunks: Buffer[] = [];
  const end = response.end.bind(response);
  const keep = (chunk: unknown, encoding?: unknown) => {
    if (typeof chunk === "string") chunks.push(Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8"));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  response.write = ((chunk: unknown, encoding?: unknown, done?: unknown) => {
    keep(chunk, encoding);
    const callback = typeof encoding === "function" ? encoding : done;
    if (typeof callback === "function") process.nextTick(callback as () => void);
    return true;
  }) as typeof response.write;
  response.end = ((chunk?: unknown, encoding?: unknown) => {
    keep(chunk, encoding);
    ready().then(
      () => end(Buffer.concat(chunks)),
      (error: unknown) => {
        console.error("The accounts could not be saved:", error);
        response.destroy();
      },
    );
    return response;
  }) as typeof response.end;
}

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

export interface EmulatorOptions {
  projectId: string;
  port: number;
  /** Where the accounts are kept. */
  file: string;
}

/** Loads the official Auth emulator, which takes seconds; answers how to start it. */
export function loadAuthEmulator(): (options: EmulatorOptions) => ReturnType<typeof startAuthEmulator> {
  const modules = emulatorModules();
  return (options) => startAuthEmulator(modules, options);
}

/**
 * Starts it on 127.0.0.1 with the accounts of `file`, and writes them back before any answer that may have changed one is sent:
 * what was acknowledged survives a kill. Resolves when it listens; answers how to stop it.
 */
async function startAuthEmulator({ createApp, AgentProjectState }: EmulatorModules, options: EmulatorOptions) {
  const state = new AgentProjectState(options.projectId);
  for (const account of await readAccounts(options.file)) state.overwriteUserWithLocalId(account.localId, account);
  const app = await createApp(options.projectId, 0, new Map([[options.projectId, state]]));
  const save = accountSaver(options.file, () => state.users.values());

  const server = createServer((request, response) => {
    if (!READING.has(request.method ?? "GET")) holdAnswer(response, save);
    app(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  return {
    async stop() {
      server.close();
      server.closeAllConnections();
      await save();
    },
  };
}
