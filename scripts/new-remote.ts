import { parseArgs } from "node:util";
import pc from "picocolors";
import { readKnownParts, nextRemote, writeRemote } from "./src/parts/new-remote";
import { runNpm } from "./src/process/run-command";
import { root } from "./src/root";

const USAGE = `npm run new-remote <name>

<name> is the name of the folder, like mf-teams. It gets the next free port and prefix, and a first page at /dashboard/teams.`;

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: "boolean" } } });
  if (values.help) return console.log(USAGE);
  const [name] = positionals;
  if (!name || positionals.length > 1) throw new Error(USAGE);

  const remote = nextRemote(name, await readKnownParts(root));
  for (const file of await writeRemote(root, remote)) console.log(`  ${name}/${file}`);
  console.log("Adding it to package-lock.json …");
  if ((await runNpm("install", "--no-audit", "--no-fund", "--prefer-offline")) !== 0)
    throw new Error(`The folder ${name} was created, but npm install failed. Run it again: npm install`);
  const width = `npm run release -- ${name}`.length;
  console.log(`
${pc.green(`${name} is made: port ${remote.port}, prefix ${remote.prefix}, a page at ${remote.path}.`)}

  ${`npm run dev -w ${name}`.padEnd(width)}  alone, at http://localhost:${remote.port}
  ${"npm run dev".padEnd(width)}  in the site
  ${`npm run release -- ${name}`.padEnd(width)}  to a running site

See docs/remotes.md.`);
}

try {
  await run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
