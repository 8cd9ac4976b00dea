import { parseArgs } from "node:util";
import path from "node:path";
import pc from "picocolors";
import { buildParts } from "./src/parts/build-parts";
import { findReleaseBlockers } from "./src/parts/open-release";
import { readBuild } from "./src/parts/read-build";
import { PARTS } from "./src/parts/parts";

const USAGE = `npm run preflight -- <part> [--build <folder>] [--unopened]

Builds the part, or takes the build in the folder, has the site check whether it can go live, and opens each of its pages in a
browser next to the live parts, unless it is to go live unopened. Exits with 1 if there are problems. Parts: ${PARTS.join(", ")}
The site is at SITE_URL (http://localhost:3000 when not set). A deploy token of the part is in DEPLOY_TOKEN, or, for the site of
npm start on this machine, in its data folder.`;

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { build: { type: "string" }, unopened: { type: "boolean", default: false }, help: { type: "boolean" } },
  });
  if (values.help) return console.log(USAGE);
  const [part] = positionals;
  if (!part || !PARTS.includes(part)) throw new Error(USAGE);
  if (!values.build) {
    console.log(`Building ${part} …`);
    await buildParts([part], { isForced: true });
  }
  const build = await readBuild(part, ...(values.build ? [path.resolve(values.build)] : []));
  const problems = await findReleaseBlockers(build, { isUnopened: values.unopened, log: console.log });
  if (problems.length === 0) return console.log(pc.green(`${part} can be released.`));
  console.error(pc.red(`${part} cannot be released:`));
  for (const problem of problems) console.error(`  - ${problem}`);
  process.exitCode = 1;
}

try {
  await run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
