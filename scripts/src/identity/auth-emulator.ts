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
  reader.middleware = (specification, options) =>
    middleware(specification, { ...options, lazyCompileValidationSchemas: true });
}

function emulatorModules(): EmulatorModules {
  checkLate();
  const { createApp } = require("firebase-tools/lib/emulator/auth/server") as Pick<EmulatorModules, "createApp">;
  const { AgentProjectState } = require("firebase-tools/lib/emulator/auth/state") as Pick<
    EmulatorModules,
    "AgentProjectState"
  >;
  return { createApp, AgentProjectState };
}

/** Holds the whole answer back until `ready` has resolved; a failed `ready` drops the connection instead of acknowledging. */
function holdAnswer(response: ServerResponse, ready: () => Promise<void>) {
  const chunks: Buffer[] = [];
  const end = response.end.bind(response);
  const keep = (chunk: unknown, encoding?: unknown) => {
    if (typeof chunk === "string")
      chunks.push(Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8"));
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
  port: number;
  /** Where the accounts are kept. */
  file: string;
}

/**
 * The official Auth emulator of one project, loaded, which takes seconds; it touches nothing before it is started. Then it listens on
 * 127.0.0.1 with the accounts of `file`, and writes them back before any answer that may have changed one is sent: what was
 * acknowledged survives a kill. Starting resolves when it listens, and answers how to stop it.
 */
export async function loadAuthEmulator(projectId: string) {
  const { createApp, AgentProjectState } = emulatorModules();
  const state = new AgentProjectState(projectId);
  const app = await createApp(projectId, 0, new Map([[projectId, state]]));
  return (options: EmulatorOptions) => startAuthEmulator(app, state, options);
}

async function startAuthEmulator(
  app: RequestListener,
  state: ProjectState,
  options: EmulatorOptions,
): Promise<{ stop: () => Promise<void> }> {
  for (const account of await readAccounts(options.file)) state.overwriteUserWithLocalId(account.localId, account);
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
