import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { entryDigest } from "@conquest/server/src/features/entries/submit-entry";
import type { files } from "@conquest/server/src/database/schema/files";
import { root } from "../../root";
import { coversOf, type DemoContest } from "../demo-contests";
import type { DemoEntry } from "./entry-rows";

const PICTURE_TAGS: readonly DemoContest["tag"][] = ["Image Design Contests", "Digital Advertisement Contests"];

export type DemoPicture = typeof files.$inferInsert & { id: string; content: Buffer };

/** Gives each entry to a closed contest about pictures a drawing other than the contest's, and its checksum. */
export function pictureRows({ tag, state }: DemoContest, image: string, entries: readonly DemoEntry[]): DemoPicture[] {
  if (!PICTURE_TAGS.includes(tag) || (state.is !== "judging" && state.is !== "completed")) return [];
  const drawings = coversOf(tag).filter((name) => !image.endsWith(name));
  return entries.map((entry, index) => {
    const name = drawings[index % drawings.length]!;
    const content = readFileSync(path.join(root, "server/media/covers", name));
    const sha256 = createHash("sha256").update(content).digest("hex");
    entry.sha256 = entryDigest({ ...entry, link: "", files: [{ sha256 }] });
    entry.answersOf = entry.sha256;
    return {
      id: crypto.randomUUID(),
      uploaderId: entry.userId,
      use: "entry",
      state: "here",
      name: "design.webp",
      kind: "picture",
      whole: "whole.webp",
      bytes: content.length,
      sha256,
      width: 1280,
      height: 720,
      entryId: entry.id,
      createdAt: entry.submittedAt,
      content,
    };
  });
}
