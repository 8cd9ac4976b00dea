import { prepareIdentity } from "./src/identity/identity-child";

/** `--no-build` uses the last builds, `--no-parts` waits for releases, `--sent <folder>` mirrors a site's builds. */
const identity = prepareIdentity();
// Imported late: loading the emulator takes as long as loading the rest, so both run in parallel.
const { runSite } = await import("./src/process/run-site");
await runSite(identity);
