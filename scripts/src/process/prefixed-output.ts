import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import pc from "picocolors";
import { PARTS } from "../parts/parts";

const COLOURS = [pc.cyan, pc.magenta, pc.green, pc.yellow, pc.blue, pc.red];
const WIDTH = Math.max(...PARTS.map(({ length }) => length));
let count = 0;

/** Shows what a child prints line by line, with its name in a colour of its own before each. */
export function prefixedOutput(name: string): (stream: Readable) => void {
  const colour = COLOURS[count++ % COLOURS.length]!;
  return (stream) => {
    createInterface({ input: stream }).on("line", (line) => {
      if (line.trim() !== "") console.log(`${colour(name.padEnd(WIDTH))} ${pc.dim("│")} ${line}`);
    });
  };
}
