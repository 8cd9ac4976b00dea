import { table } from "./table";
import { cpuSteal } from "./cpu-steal";

/** When and where a bench ran. */
export interface RunMetadata {
  command: string;
  rounds: number;
  machine: [string, string][];
  /** What could not be measured, and why. */
  failures: string[];
}

/** How a chapter begins. */
export const metadataLines = ({ command, rounds, machine, failures }: RunMetadata, circumstances: string) => [
  `\`${command}\`: ${rounds} rounds, ${circumstances}.`,
  table([["", ""], ...machine, ["taken by other machines on the host", cpuSteal()]]),
  ...failures.map((failure) => `**Not measured:** ${failure}`),
];
