import type { Database } from "./database";
import { readMigrationStatus } from "./known-migrations";
import type { MigrationListener } from "./open-database";

export async function reportMigrations(
  db: Database,
  folder: string,
  { steps: onSteps, newer: onNewer }: MigrationListener,
): Promise<void> {
  const { taken, missing, newerCount } = await readMigrationStatus(db, folder);
  if (missing.length > 0) onSteps?.(missing, taken.length === 0);
  if (newerCount > 0) onNewer?.(newerCount);
}
