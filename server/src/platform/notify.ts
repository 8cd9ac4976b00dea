import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNotNull, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Notice } from "@conquest/shared/contracts/messages";
import { letterChoices, letters, notices, type Asked } from "../database/schema/messages";
import { users } from "../database/schema/people";
import { pendingFirst } from "../database/pending-first";
import type { Clock } from "./clock";
import type { Database } from "../database/database";
import { TOPICS, TOPIC_OF, isCombinable, type FarewellKind } from "./email/email-categories";

export interface NotificationDraft {
  userId: string;
  kind: Notice["kind"];
  /** A sentence. */
  text: string;
  /** A path on this site. */
  href: string;
  /** Give one when the same notice must not reach the same person twice, like `deadline:<contest id>`. */
  onceKey?: string;
  /** What it is about in money, as people read it; the text says it too. */
  amount?: string | undefined;
  /** The act that it asks for: see {@link resolveActionRequests}. */
  asks?: Asked;
}

/**
 * Leaves a notice for each of these people, in the transaction of what it tells about, and with it the letter for whoever wants
 * one: in one statement, however many they are.
 */
export async function notify(tx: Database, clock: Clock, drafts: readonly NotificationDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const rows = drafts.map(({ userId, kind, text, href, onceKey, amount, asks }, position) => {
    const topic = TOPIC_OF[kind];
    const { isOnAtFirst, isAlways } = TOPICS[topic];
    return {
      position,
      id: randomUUID(),
      user_id: userId,
      kind,
      text,
      href,
      once_key: onceKey,
      amount,
      asks,
      topic,
      is_on_at_first: isOnAtFirst,
      is_always: isAlways,
      waits_ms: isCombinable(kind),
    };
  });
  // Half a character, as where a text was cut, is no JSON.
  const given = JSON.stringify(rows, (_, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value));
  await tell(
    tx,
    clock,
    sql`select * from jsonb_to_recordset(${given}::jsonb)
      as draft(position int, id text, user_id text, kind text, text text, href text, once_key text, amount text, asks text, topic text, is_on_at_first boolean, is_always boolean, waits_ms int)`,
  );
}

/**
 * The same notice for everybody whom a query selects, in the transaction of what it tells about: one statement, however many they
 * are. `people` selects ids of persons. Answers to how many it went.
 */
export async function notifyAll(
  tx: Database,
  clock: Clock,
  people: SQL,
  { kind, text, href, onceKey, amount, asks }: Omit<NotificationDraft, "userId">,
): Promise<number> {
  const topic = TOPIC_OF[kind];
  const { isOnAtFirst, isAlways } = TOPICS[topic];
  return tell(
    tx,
    clock,
    sql`select 0 as position, gen_random_uuid()::text as id, people.user_id, ${kind}::text as kind, ${text}::text as text, ${href}::text as href, ${onceKey ?? null}::text as once_key,
      ${amount ?? null}::text as amount, ${asks ?? null}::text as asks, ${topic}::text as topic, ${isOnAtFirst}::boolean as is_on_at_first, ${isAlways}::boolean as is_always, ${isCombinable(kind)}::int as waits_ms
      from (${people}) people (user_id)`,
  );
}

/** `drafts` selects notices, with what their letters are about; whoever was removed is told nothing. Answers how many there are that were not told before. */
async function tell(tx: Database, clock: Clock, drafts: SQL): Promise<number> {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ told: number }>(sql`
    with draft as materialized (${drafts}), reached as (
      select draft.* from draft join ${users} person on person.id = draft.user_id and person.removed_at is null
      order by position for key share of person
    ), told as (
      insert into ${notices} (id, user_id, kind, text, href, once_key, asks, created_at)
      select id, user_id, kind, text, href, once_key, asks, ${now} from reached
      on conflict (user_id, once_key) do nothing
      returning id
    ), written as (
      insert into ${letters} (notice_id, amount, created_at, due_at)
      select draft.id, draft.amount, ${now}, ${now} + draft.waits_ms * interval '1 millisecond' from draft
        -- Whoever is blocked can read no notice: of their money they hear by letter alone.
        join ${users} on ${and(eq(users.id, sql`draft.user_id`), or(eq(users.status, "verified"), sql`draft.amount is not null`), isNull(users.removedAt))}
        left join ${letterChoices} on ${letterChoices.userId} = draft.user_id and ${letterChoices.topic} = draft.topic
        -- "is true" keeps it from becoming a join: nobody can know yet how many these are, and in loops ten thousand took ten seconds.
        where (draft.id in (select id from told)) is true and (draft.is_always or coalesce(${letterChoices.isWanted}, draft.is_on_at_first))
    )
    select count(*)::int as told from told`);
  return rows[0]!.told;
}

/** A notice that asks for something, in the condition of {@link resolveActionRequestsWhere}. */
export const requestedActions = alias(notices, "asked");

/** Who was asked for these need do it no more, whoever has done it or made it pointless: what still asks them is read. Call it in that transaction. */
export const resolveActionRequests = (tx: Database, clock: Clock, ...done: Asked[]): Promise<void> =>
  resolveActionRequestsOf(tx, clock, {}, done);

/** {@link resolveActionRequests} for those alone who were asked by such a notice, and are not this person. */
export async function resolveActionRequestsOf(
  tx: Database,
  clock: Clock,
  { kind, except }: { kind?: Notice["kind"]; except?: string },
  done: readonly Asked[],
): Promise<void> {
  if (done.length === 0) return;
  await resolveActionRequestsWhere(
    tx,
    clock,
    and(
      inArray(requestedActions.asks, [...done]),
      kind && eq(requestedActions.kind, kind),
      except === undefined ? undefined : ne(requestedActions.userId, except),
    ),
  );
}

/** {@link resolveActionRequests} by a condition on what is {@link requestedActions}. */
export async function resolveActionRequestsWhere(tx: Database, clock: Clock, where: SQL | undefined): Promise<void> {
  // Whoever reads theirs at this moment holds them, and whoever is leaving will have none: the two would wait for each other. People
  // are held before their notices, as by who leaves; PostgreSQL holds in the order in which it is told to.
  const waiting = sql`
    select ${requestedActions.id} from ${notices} asked join ${users} person on person.id = ${requestedActions.userId}
    where ${and(where, isNotNull(requestedActions.asks), isNull(requestedActions.readAt))}
    for key share of person skip locked for update of asked skip locked`;
  await tx
    .update(notices)
    .set({ readAt: clock.now() })
    .where(sql`${notices.id} in (${waiting})`);
}

interface LastWord extends Pick<NotificationDraft, "userId" | "text" | "href"> {
  kind: FarewellKind;
  email: string;
}

/**
 * The last that an address hears of somebody who was removed, or has another one since: by a letter alone. It is nowhere else any
 * more, so the letter holds it until it is out.
 */
export async function notifyAddress(tx: Database, clock: Clock, { email, ...notice }: LastWord): Promise<void> {
  const now = clock.now();
  const [told] = await tx
    .insert(notices)
    .values({ ...notice, createdAt: now, readAt: now })
    .returning({ id: notices.id });
  await tx.insert(letters).values({ noticeId: told!.id, toAddress: email, createdAt: now, dueAt: now });
}

/** As many as are counted. */
const MOST_COUNTED = 100;

/** How many notices this person has not read, counted no further than 100. */
export async function countUnread(db: Database, userId: string): Promise<number> {
  const unread = db
    .select({ id: notices.id })
    .from(notices)
    // As the index has it.
    .where(and(eq(notices.userId, userId), sql`${pendingFirst(notices.readAt)} = 0`))
    .limit(MOST_COUNTED)
    // PostgreSQL before 16 wants a name.
    .as("unread");
  return db.$count(unread);
}
