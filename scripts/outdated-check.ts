import { readFile } from "node:fs/promises";
import path from "node:path";
import pc from "picocolors";
import { compareVersions, describeOutdated, isWithoutReason } from "./src/dependencies/compare-versions";
import { directDependencies, readPackages } from "./src/dependencies/direct-dependencies";
import { readHeldPackages } from "./src/dependencies/held-packages";
import { NoRegistryError, readPublished } from "./src/dependencies/published-versions";
import { root } from "./src/root";

/**
 * Prints the direct dependencies behind their newest version. Exits with 1 if docs/dependencies.md does not say why,
 * and with 2 without a registry.
 */

const used = directDependencies(await readPackages(root));
const held = readHeldPackages(await readFile(path.join(root, "docs/dependencies.md"), "utf8"));
console.log(`Asking the package registry about ${used.size} packages.`);
const published = await readPublished(used).catch((error: unknown) => {
  if (!(error instanceof NoRegistryError)) throw error;
  console.log(pc.red(`${error.message}\nNothing was compared.`));
  process.exit(2);
});

const outdated = compareVersions(used, published, held);
const problems = outdated.filter(isWithoutReason);
for (const each of outdated.filter((each) => !isWithoutReason(each))) console.log(`  ${describeOutdated(each)}`);
for (const each of problems) console.log(pc.red(`  ${describeOutdated(each)}`));
for (const { name } of held.filter(({ name }) => outdated.every((each) => each.name !== name)))
  console.log(`  ${name} is at its newest version: its row in docs/dependencies.md can go`);
console.log(
  `${used.size - new Set(outdated.map(({ name }) => name)).size} at their newest version, ${outdated.length - problems.length} held, ${problems.length} behind without a reason`,
);
process.exit(problems.length > 0 ? 1 : 0);
