import type { Fault } from "@conquest/shared/contracts/parts/developer";

/** Keys are in the order of FAULTS. */
export const FAULT_LABELS: Record<Fault, string> = {
  down: "Down: nothing answers",
  slow: "Slow: three seconds for each file",
  hangs: "Hangs: no file ever comes",
  missing: "404: its files are gone",
  "500": "500: the server fails",
  html: "HTML in place of its files",
  chunk: "Missing chunk: the file of the page is gone",
  tampered: "Tampered: something was added to its files",
  skew: "Version skew: made for a newer contract",
  crash: "Crashes while it draws",
};
