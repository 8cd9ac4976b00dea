import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import pc from "picocolors";
import { PARTS } from "../parts/parts";

const COLOURS = [pc.cyan, pc.magenta, pc.green, pc.yellow, pc.blue, pc.red];
const WIDTH = Math.max(...PARTS.map(({ length }) => length));
let count = 0;

export function prefixedOutput(name: string): (stream: Readable, hear?: (line: string) => void) => void {
  const colour = COLOURS[count++ % COLOURS.length]!;
  return (stream, hear) => {
    createInterface({ input: stream }).on("line", (line) => {
      hear?.(line);
      if (line.trim() !== "") console.log(`${colour(name.padEnd(WIDTH))} ${pc.dim("│")} ${line}`);
    });
  };
}
