import type { Database } from "../../database/database";
import { shellStyleProblems, styleConflictProblems, type StylesheetSet, type Sheet } from "../checks/check-styles";
import { SHELL, type LiveRegistry } from "../live/live-registry";
import { readSheets } from "../store/release-store";

export async function readStyleProblems(db: Database, part: string, sheets: Sheet[], live: LiveRegistry) {
  const others = live.running.filter((running) => running.part !== part);
  const stylesheetSets: StylesheetSet[] = [];
  for (const { part: other, version } of others)
    stylesheetSets.push({ part: other, sheets: await readSheets(db, other, version) });
  if (part === SHELL) return shellStyleProblems(sheets, stylesheetSets);
  const shells: Sheet[] = [];
  for (const version of [live.shell?.version, live.canaries[SHELL]?.version])
    if (version) shells.push(...(await readSheets(db, SHELL, version)));
  return styleConflictProblems(sheets, stylesheetSets, shells);
}
