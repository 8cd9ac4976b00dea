import { prepareIdentity } from "./src/identity/identity-child";

/**
 * The whole site on this machine: builds what is not built, identity emulator, database, server, demo on first start.
 * `npm start -- --no-build` takes the last builds as they are, `--no-parts` waits for parts to be released to it; `--sent <folder>`
 * runs what another site does, as that one has sent it, and waits for more.
 */
const identity = prepareIdentity();
// Only now, since loading the emulator takes as long as loading all that follows.
const { runSite } = await import("./src/process/run-site");
await runSite(identity);
