import { table } from "./table";
import { takenAway } from "./taken-away";

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
  table([["", ""], ...machine, ["taken by other machines on the host", takenAway()]]),
  ...failures.map((failure) => `**Not measured:** ${failure}`),
];
