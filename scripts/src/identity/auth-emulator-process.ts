import { startAuthEmulator } from "./auth-emulator";

/** The emulator in a process of its own, started by fork(): it leaves when its parent does, however that ended. */
const { AUTH_EMULATOR_PORT: port, AUTH_EMULATOR_FILE: file, AUTH_EMULATOR_PROJECT: projectId } = process.env;
if (!port || !file || !projectId) throw new Error("AUTH_EMULATOR_PORT, AUTH_EMULATOR_FILE and AUTH_EMULATOR_PROJECT are needed.");

const emulator = await startAuthEmulator({ projectId, port: Number(port), file }).catch((error: NodeJS.ErrnoException) => {
  console.error(error.code === "EADDRINUSE" ? `Port ${port} was taken by another program meanwhile.` : error);
  process.exit(1);
});

let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  await emulator.stop();
  process.exit(0);
}
process.on("disconnect", stop);
process.on("SIGTERM", stop);
// Ctrl-C reaches the whole process group; the parent decides when this one may go.
process.on("SIGINT", () => undefined);
process.send?.("ready");
