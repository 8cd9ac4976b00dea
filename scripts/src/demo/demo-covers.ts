import { readFileSync } from "node:fs";
import path from "node:path";
import type { Tag } from "@conquest/shared/contracts/tags";
import { root } from "../root";

export function demoCovers(): (tag: Tag) => string {
  const covers = JSON.parse(readFileSync(path.join(root, "server/media/covers/index.json"), "utf8")) as Record<
    Tag,
    string[]
  >;
  const useCounts = new Map<Tag, number>();
  return (tag) => {
    const count = useCounts.get(tag) ?? 0;
    useCounts.set(tag, count + 1);
    return `/media/covers/${covers[tag][count % covers[tag].length]}`;
  };
}
