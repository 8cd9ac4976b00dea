// `npm run messages` updates the catalogs from the sources and lists what is not translated; `--check` only compares.
import path from "node:path";
import {
  outdatedFiles,
  planCatalogs,
  workspacesIn,
  writeCatalogs,
} from "@conquest/shared/build/messages/update-catalogs.mjs";

const root = path.resolve(import.meta.dirname, "../../..");
const isCheck = process.argv.includes("--check");
const problems = [];
const [translations, byKey] = [new Map(), new Map()];
for (const workspace of workspacesIn(root)) {
  const plan = planCatalogs(workspace, translations, byKey);
  problems.push(...plan.problems);
  if (isCheck)
    for (const [file] of outdatedFiles(plan))
      problems.push(`${path.relative(root, file)} is not up to date: run npm run messages.`);
  else {
    writeCatalogs(plan);
    if (plan.files.size > 0) console.log(`${path.basename(workspace)}: ${plan.missing} messages without translation`);
  }
}
problems.forEach((problem) => console.error(problem));
process.exitCode = problems.length > 0 ? 1 : 0;
