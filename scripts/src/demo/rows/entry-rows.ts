import { entryDigest } from "@conquest/server/src/features/entries/entry-receipt";
import type { entries } from "@conquest/server/src/database/schema/contests";
import type { DemoContest } from "../contests/demo-contest";
import { ENTRY_TEXTS } from "../demo-entries";
import { DEMO_USER } from "../demo-people";
import { winnerOf } from "./participants";
import type { Paid, Scene } from "./scene";

export type DemoEntry = typeof entries.$inferInsert & { id: string };

interface EntryInput {
  contestId: string;
  paid: readonly Paid[];
  between(from: Date, to: Date): Date;
  closedAt: Date;
}

export function entryRows(
  demo: DemoContest,
  { contestId, paid, between, closedAt }: EntryInput,
  { random, idOf }: Pick<Scene, "random" | "idOf">,
): DemoEntry[] {
  const winner = winnerOf(demo);
  const texts = ENTRY_TEXTS[demo.tag];
  const submitters = paid.filter(
    ({ name }) => name === winner || (name === DEMO_USER.name && demo.demoUser === "submitted"),
  );
  const others = paid.filter(({ name }) => name !== winner && name !== DEMO_USER.name);
  const count = Math.min(texts.length, Math.ceil(paid.length / (demo.state.is === "open" ? 8 : 4)));
  submitters.push(...others.slice(0, Math.max(0, count - submitters.length)));
  const first = Math.floor(random() * texts.length);
  return submitters.map(({ name, paidAt }, index) => {
    const text = texts[(first + index) % texts.length]!;
    const submittedAt = between(paidAt, closedAt);
    // Looks random without repeating, because 37 and 900 are coprime.
    const number = 100 + (((index + 11) * 37) % 900);
    return {
      id: crypto.randomUUID(),
      contestId,
      userId: idOf(name),
      number,
      text,
      link: "",
      sha256: entryDigest({ text, link: "" }),
      submittedAt,
      createdAt: submittedAt,
    };
  });
}
