import { table } from "./table";

/** When and where a bench ran. */
export interface Occasion {
  command: string;
  rounds: number;
  machine: [string, string][];
  /** What could not be measured, and why. */
  failures: string[];
}

/** How a chapter begins. */
export const occasionLines = ({ command, rounds, machine, failures }: Occasion, circumstances: string) => [
  `\`${command}\`: ${rounds} rounds, ${circumstances}.`,
  table([["", ""], ...machine]),
  ...failures.map((failure) => `**Not measured:** ${failure}`),
];
