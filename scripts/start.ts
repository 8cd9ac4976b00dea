import { prepareIdentity } from "./src/identity/identity-child";

/**
 * Runs the whole local site: builds, identity emulator, database, server and demo data. `--no-build` uses the last
 * builds, `--no-parts` waits for releases, `--sent <folder>` mirrors another site's builds.
 */
const identity = prepareIdentity();
// Imported late: loading the emulator takes as long as loading the rest, so both run in parallel.
const { runSite } = await import("./src/process/run-site");
await runSite(identity);
