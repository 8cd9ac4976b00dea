import { parseArgs } from "node:util";
import path from "node:path";
import pc from "picocolors";
import { askSite, siteUrl, uploadOf } from "./src/parts/deploy-client";
import { buildPart, readBuild } from "./src/parts/part-build";
import { PARTS } from "./src/parts/parts";

/** Asks a running site whether a part could go live on it as it runs now. Nothing is kept or changed. */

const USAGE = `npm run preflight -- <part> [--build <folder>]

Builds the part, or takes the build in the folder, and has the site say what keeps it from going live: exit 1 when there is
something. Parts: ${PARTS.join(", ")}
The site is at SITE_URL (http://localhost:3000 when not set). A deploy token of the part is in DEPLOY_TOKEN, or, for the site of
npm start on this machine, in its data folder.`;

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { build: { type: "string" }, help: { type: "boolean" } } });
  if (values.help) return console.log(USAGE);
  const [part] = positionals;
  if (!part || !PARTS.includes(part)) throw new Error(USAGE);
  if (!values.build) {
    console.log(`Building ${part} …`);
    await buildPart(part);
  }
  const build = await readBuild(part, ...(values.build ? [path.resolve(values.build)] : []));
  console.log(`Asking ${siteUrl} …`);
  const { problems } = await askSite<{ problems: string[] }>("POST", "/mf/preflight", uploadOf(build));
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
