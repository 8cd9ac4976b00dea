import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
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

interface RequestReader {
  middleware(specification: object, options: object): Promise<unknown>;
}

/** Compiles request validation lazily; compiling all of it takes seven of the emulator's eight seconds of startup. */
function compileLazily(): void {
  const reader = createRequire(require.resolve("firebase-tools/package.json"))("exegesis-express") as RequestReader;
  const { middleware } = reader;
  reader.middleware = (specification, options) =>
    middleware(specification, { ...options, lazyCompileValidationSchemas: true });
}

function emulatorModules(): EmulatorModules {
  compileLazily();
  const { createApp } = require("firebase-tools/lib/emulator/auth/server") as Pick<EmulatorModules, "createApp">;
  const { AgentProjectState } = require("firebase-tools/lib/emulator/auth/state") as Pick<
    EmulatorModules,
    "AgentProjectState"
  >;
  return { createApp, AgentProjectState };
}

/** Delays the response until `ready` resolves; if it rejects, drops the connection instead of confirming. */
function delayResponse(response: ServerResponse, ready: () => Promise<void>) {
  const chunks: Buffer[] = [];
  const end = response.end.bind(response);
  const buffer = (chunk: unknown, encoding?: unknown) => {
    if (typeof chunk === "string")
      chunks.push(Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8"));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  response.write = ((chunk: unknown, encoding?: unknown, done?: unknown) => {
    buffer(chunk, encoding);
    const callback = typeof encoding === "function" ? encoding : done;
    if (typeof callback === "function") process.nextTick(callback as () => void);
    return true;
  }) as typeof response.write;
  response.end = ((chunk?: unknown, encoding?: unknown) => {
    buffer(chunk, encoding);
    ready().then(
      () => end(Buffer.concat(chunks)),
      (error: Error) => {
        console.error(`Couldn't save the accounts: ${error.message}`);
        response.destroy();
      },
    );
    return response;
  }) as typeof response.end;
}

/** Express prints an error for each response that is cut off. */
const RESPONSES_END_MS = 1000;

const READ_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export interface EmulatorOptions {
  port: number;
  file: string;
}

/** Loads the official Auth emulator. It saves changes before each response, so that they survive a kill. */
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
    if (!READ_METHODS.has(request.method ?? "GET")) delayResponse(response, save);
    app(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  return {
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.race([closed, setTimeout(RESPONSES_END_MS, undefined, { ref: false })]);
      server.closeAllConnections();
      await save();
    },
  };
}
