import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNotNull, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Notice } from "@conquest/shared/contracts/messages";
import { letterChoices, letters, notices, type ActionRequest } from "../database/schema/messages";
import { users } from "../database/schema/people";
import { pendingFirst } from "../database/pending-first";
import type { Clock } from "./clock";
import type { Database } from "../database/database";
import { CATEGORY_OPTIONS, CATEGORY_OF, isCombinable, type FarewellKind } from "./email/email-categories";

export interface NotificationDraft {
  userId: string;
  kind: Notice["kind"];
  text: string;
  href: string;
  /** Prevents a second notification of the same user, for example `deadline:<contest id>`. */
  onceKey?: string;
  amount?: string | undefined;
  asks?: ActionRequest;
}

/** Also queues an email if the recipient wants one. Uses one statement for any number of recipients. */
export async function notify(tx: Database, clock: Clock, drafts: readonly NotificationDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const rows = drafts.map(({ userId, kind, text, href, onceKey, amount, asks }, position) => {
    const topic = CATEGORY_OF[kind];
    const { isOnByDefault, isAlways } = CATEGORY_OPTIONS[topic];
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
      is_on_at_first: isOnByDefault,
      is_always: isAlways,
      waits_ms: isCombinable(kind),
    };
  });
  // A lone surrogate, left where a text was truncated, is invalid in jsonb.
  const json = JSON.stringify(rows, (_, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value));
  await insertNotifications(
    tx,
    clock,
    sql`select * from jsonb_to_recordset(${json}::jsonb)
      as draft(position int, id text, user_id text, kind text, text text, href text, once_key text, amount text, asks text, topic text, is_on_at_first boolean, is_always boolean, waits_ms int)`,
  );
}

/** Notifies every user selected by `people`, a query of user ids, in one statement. Returns how many were notified. */
export async function notifyAll(
  tx: Database,
  clock: Clock,
  people: SQL,
  { kind, text, href, onceKey, amount, asks }: Omit<NotificationDraft, "userId">,
): Promise<number> {
  const topic = CATEGORY_OF[kind];
  const { isOnByDefault, isAlways } = CATEGORY_OPTIONS[topic];
  return insertNotifications(
    tx,
    clock,
    sql`select 0 as position, gen_random_uuid()::text as id, people.user_id, ${kind}::text as kind, ${text}::text as text, ${href}::text as href, ${onceKey ?? null}::text as once_key,
      ${amount ?? null}::text as amount, ${asks ?? null}::text as asks, ${topic}::text as topic, ${isOnByDefault}::boolean as is_on_at_first, ${isAlways}::boolean as is_always, ${isCombinable(kind)}::int as waits_ms
      from (${people}) people (user_id)`,
  );
}

/** Skips removed users. Returns how many notifications were new. */
async function insertNotifications(tx: Database, clock: Clock, drafts: SQL): Promise<number> {
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
        -- Blocked users cannot read notifications, so they get emails about their money only.
        join ${users} on ${and(eq(users.id, sql`draft.user_id`), or(eq(users.status, "verified"), sql`draft.amount is not null`), isNull(users.removedAt))}
        left join ${letterChoices} on ${letterChoices.userId} = draft.user_id and ${letterChoices.topic} = draft.topic
        -- "is true" prevents a join: the planner cannot estimate the rows, and a nested loop over 10,000 took 10 s.
        where (draft.id in (select id from told)) is true and (draft.is_always or coalesce(${letterChoices.isWanted}, draft.is_on_at_first))
    )
    select count(*)::int as told from told`);
  return rows[0]!.told;
}

export const requestedActions = alias(notices, "asked");

/** Marks pending requests for these actions as read. Call it in the transaction that completes or obsoletes them. */
export const resolveActionRequests = (tx: Database, clock: Clock, ...done: ActionRequest[]): Promise<void> =>
  resolveActionRequestsOf(tx, clock, {}, done);

/** Like {@link resolveActionRequests}, limited to requests of one kind or to users other than `except`. */
export async function resolveActionRequestsOf(
  tx: Database,
  clock: Clock,
  { kind, except }: { kind?: Notice["kind"]; except?: string },
  done: readonly ActionRequest[],
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

/** Like {@link resolveActionRequests}, for an arbitrary condition on {@link requestedActions}. */
export async function resolveActionRequestsWhere(tx: Database, clock: Clock, where: SQL | undefined): Promise<void> {
  // Skips locked rows to avoid deadlocks with users who read their notifications or are being deleted. Users are locked
  // before their notifications, as in account deletion.
  const waiting = sql`
    select ${requestedActions.id} from ${notices} asked join ${users} person on person.id = ${requestedActions.userId}
    where ${and(where, isNotNull(requestedActions.asks), isNull(requestedActions.readAt))}
    for key share of person skip locked for update of asked skip locked`;
  await tx
    .update(notices)
    .set({ readAt: clock.now() })
    .where(sql`${notices.id} in (${waiting})`);
}

interface AddressNotification extends Pick<NotificationDraft, "userId" | "text" | "href"> {
  kind: FarewellKind;
  email: string;
}

/** Emails the address of a removed user, or a changed address. It is stored with the email until it is sent. */
export async function notifyAddress(
  tx: Database,
  clock: Clock,
  { email, ...notice }: AddressNotification,
): Promise<void> {
  const now = clock.now();
  const [notification] = await tx
    .insert(notices)
    .values({ ...notice, createdAt: now, readAt: now })
    .returning({ id: notices.id });
  await tx.insert(letters).values({ noticeId: notification!.id, toAddress: email, createdAt: now, dueAt: now });
}

const MAX_COUNTED = 100;

export async function countUnread(db: Database, userId: string): Promise<number> {
  const unread = db
    .select({ id: notices.id })
    .from(notices)
    // Must match the index expression.
    .where(and(eq(notices.userId, userId), sql`${pendingFirst(notices.readAt)} = 0`))
    .limit(MAX_COUNTED)
    // PostgreSQL before 16 requires an alias.
    .as("unread");
  return db.$count(unread);
}
