import { loadAuthEmulator, type EmulatorOptions } from "./auth-emulator";

/** The emulator as a forked process that exits with its parent. */
const { AUTH_EMULATOR_PROJECT: projectId } = process.env;
if (!projectId) throw new Error("AUTH_EMULATOR_PROJECT is required.");

let started: { stop: () => Promise<void> } | undefined;
let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  // Each response has waited for its accounts, so that a failure here loses none.
  await started?.stop().catch(() => undefined);
  process.exit(0);
}
process.on("disconnect", stop);
process.on("SIGTERM", stop);
// Ctrl-C signals the whole process group; the parent decides when to stop this process.
process.on("SIGINT", () => undefined);

const loaded = loadAuthEmulator(projectId);
process.once("message", async (options: EmulatorOptions) => {
  try {
    started = await (await loaded)(options);
  } catch (error) {
    console.error(
      (error as NodeJS.ErrnoException).code === "EADDRINUSE"
        ? `Port ${options.port} is now in use by another program.`
        : (error as Error).message,
    );
    process.exit(1);
  }
  process.send?.("ready");
});
// The parent may have exited during loading.
if (!process.connected) process.exit(0);
