import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { TAGS, type Tag } from "@conquest/shared/contracts/tags";
import { root } from "./parts";

const folder = path.join(root, "server/media/covers");

/** `Image Design Contests` begins the names of its pictures with `image-design`. */
const prefixOf = (tag: Tag) => tag.split(" ").slice(0, 2).join("-").toLowerCase();

/** Hands out the site's own cover pictures, each tag's in turn. */
export function demoCovers(): (tag: Tag) => string {
  const files = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => /\.(webp|svg|png|jpg)$/.test(name)).sort();
  const covers = new Map(TAGS.map((tag) => [tag, files.filter((name) => name.startsWith(prefixOf(tag)))]));
  const given = new Map<Tag, number>();
  return (tag) => {
    const own = covers.get(tag)!;
    if (own.length === 0) return `/media/covers/${prefixOf(tag)}.webp`;
    const count = given.get(tag) ?? 0;
    given.set(tag, count + 1);
    return `/media/covers/${own[count % own.length]}`;
  };
}
