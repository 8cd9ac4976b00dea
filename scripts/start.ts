import { prepareIdentity } from "./src/identity/identity-child";
import { startBuilds } from "./src/parts/build-parts";
import { enableCompileCache } from "./src/process/compile-cache";
import { fail, log, shutDownOnSignals } from "./src/process/shutdown";
import { findStartProblems, readStartOptions } from "./src/process/start-options";

/** `--no-build` uses the last builds, `--no-parts` waits for releases, `--sent <folder>` mirrors a site's builds. */
shutDownOnSignals();
try {
  const options = readStartOptions();
  const problems = await findStartProblems(options);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  enableCompileCache();
  const builds = startBuilds(options.isBuilding ? options.parts : [], { kind: "quick", log });
  const identity = prepareIdentity();
  // Imported late: compilers and the emulator load in parallel with it.
  const { runSite } = await import("./src/process/run-site");
  await runSite(options, builds, identity);
} catch (error) {
  await fail(error);
}
