import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

export function writeStatistics(name: string, figures: Readonly<Record<string, number | string>>): void {
  const folder = process.env["SAFETY_FIGURES"];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(figures));
}
