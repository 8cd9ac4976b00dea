import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { rulesInput } from "@conquest/shared/contracts/rules";
import { checkAnswers } from "@conquest/shared/contracts/check-answers";
import { visibility } from "@conquest/shared/contracts/visibility";
import { entryFields, type EntryField } from "@conquest/shared/contracts/entry-fields";
import { reportReason } from "@conquest/shared/contracts/reports";
import { TAGS, type Tag } from "@conquest/shared/contracts/tags";
import { root } from "../root";
import { CREATORS, DEMO_CREATOR } from "./demo-people";
import { count, readContent, text, texts } from "./read-content";

const ALL_CREATORS = [DEMO_CREATOR, ...CREATORS];
const creatorName = text.refine((name) => ALL_CREATORS.some((creator) => creator.name === name), "is not a creator");

const days = z.union([z.number(), z.strictObject({ hours: z.number() }).transform(({ hours }) => hours / 24)]);

/** In days after the winner was picked. */
const handover = z.strictObject({
  sentAfter: z.number().optional(),
  note: text.optional(),
  deliveredAfter: z.number().optional(),
  problem: z.strictObject({ after: z.number(), text }).optional(),
  returned: z.strictObject({ after: z.number(), note: text }).optional(),
});
export type DemoHandover = z.infer<typeof handover>;

/** Times are in days relative to the first start. */
const state = z.discriminatedUnion("is", [
  z.strictObject({ is: z.literal("open"), closesIn: days }),
  z.strictObject({ is: z.literal("judging"), closedAgo: z.number() }),
  z.strictObject({ is: z.literal("overdue"), closedAgo: z.number() }),
  /** `winner` is a name, or "user" for the demo user; `placed` are the winners of the further prizes. */
  z.strictObject({
    is: z.literal("completed"),
    closedAgo: z.number(),
    winner: text,
    note: text,
    handover: handover.optional(),
    placed: z.array(z.strictObject({ winner: text, handover: handover.optional() })).default([]),
  }),
  z.strictObject({ is: z.literal("cancelled"), agoDays: z.number(), closesIn: days, reason: text }),
  z.strictObject({
    is: z.literal("in_review"),
    closesIn: days,
    /** The version for which an admin requested changes. */
    before: z.strictObject({ comment: text, description: text, task: text, prize: count }).optional(),
  }),
  z.strictObject({ is: z.enum(["changes_requested", "rejected"]), closesIn: days, comment: text }),
]);

/** Time as a share of the time since opening. */
const share = z.number().min(0).max(1);

export const toAnswers = (fields: readonly EntryField[], values: readonly unknown[]) =>
  checkAnswers(
    fields,
    fields.map(({ label }, position) => ({ label, value: values[position] })),
  );

const areValidAnswers = (fields: readonly EntryField[], values: readonly unknown[]) =>
  Object.keys(toAnswers(fields, values).problems).length === 0;

const contest = z.strictObject({
  tag: z.enum(TAGS),
  by: creatorName,
  name: text,
  description: text,
  task: text,
  fee: count,
  prize: count,
  /** The prizes after the first one. */
  morePrizes: z.array(z.strictObject({ name: text, amount: count })).default([]),
  /** Number of participants, including the demo user if `demoUser` is set. */
  joined: count,
  state,
  rules: rulesInput.optional(),
  /** Spots beside those of the participants, and the number of people on the waiting list, the demo user last. */
  spots: z.strictObject({ left: count.default(0), waiting: count.default(0) }).optional(),
  /** The size of teams, and their names. */
  teams: z.strictObject({ size: count, names: z.array(text) }).optional(),
  demoUser: z.enum(["joined", "submitted"]).optional(),
  /** An extension by this many days, half a day ago. */
  extended: z.strictObject({ byDays: count, reason: text }).optional(),
  isFeatured: z.literal(true).optional(),
  visibility: visibility.optional(),
  /** The demo user is a co-judge; the creator has also invited another judge. */
  demoUserJudges: z.literal(true).optional(),
  /** Days after the deadline until which the creator wants all ratings. */
  ratingsDueAfter: count.optional(),
  /** An answer follows a little after its question. */
  questions: z.array(z.strictObject({ by: text, text, answer: text.optional(), at: share })).default([]),
  /** Entries take the lists of answers in turn; each has a value for each field, or null. */
  entryForm: z
    .strictObject({ fields: entryFields, answers: z.array(z.array(z.unknown())).min(1) })
    .refine(({ fields, answers }) => answers.every((values) => areValidAnswers(fields, values)), "has wrong answers")
    .optional(),
  announcements: z.array(z.strictObject({ text, at: share })).default([]),
  reports: z.array(z.strictObject({ by: text, reason: reportReason, word: text, hoursAgo: z.number() })).default([]),
});

export type DemoContest = z.infer<typeof contest>;

/** Contests by tag. Their order determines the random values of the demo. */
export const DEMO_CONTESTS = readContent("contests", z.array(contest));

const entries = readContent(
  "entries",
  z.strictObject({
    texts: z.record(z.enum(TAGS), texts),
    judgeComments: z.strictObject({ 1: texts, 2: texts, 3: texts, 4: texts, 5: texts }),
  }),
);

export const ENTRY_TEXTS = entries.texts;
export const JUDGE_COMMENTS = entries.judgeComments;

const covers = JSON.parse(readFileSync(path.join(root, "server/media/covers/index.json"), "utf8")) as Record<
  Tag,
  string[]
>;

export const coversOf = (tag: Tag): readonly string[] => covers[tag];

/** Returns a function that uses the covers of each tag in turn. */
export function demoCovers(): (tag: Tag) => string {
  const useCounts = new Map<Tag, number>();
  return (tag) => {
    const used = useCounts.get(tag) ?? 0;
    useCounts.set(tag, used + 1);
    return `/media/covers/${covers[tag][used % covers[tag].length]}`;
  };
}
