import { table } from "./table";
import { cpuSteal } from "./cpu-steal";

export interface RunMetadata {
  command: string;
  rounds: number;
  machine: [string, string][];
  failures: string[];
}

export const metadataLines = ({ command, rounds, machine, failures }: RunMetadata, circumstances: string) => [
  `\`${command}\`: ${rounds} rounds, ${circumstances}.`,
  table([["", ""], ...machine, ["taken by other machines on the host", cpuSteal()]]),
  ...failures.map((failure) => `**Not measured:** ${failure}`),
];
