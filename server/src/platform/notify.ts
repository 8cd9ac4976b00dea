import type { Text } from "@conquest/shared/contracts/text/message";
import { SQL, and, eq, inArray, is, isNotNull, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Notice } from "@conquest/shared/contracts/messages";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { letterChoices, letters, notices, type ActionRequest } from "../database/schema/messages";
import { users } from "../database/schema/people";
import { pendingFirst } from "../database/sort-keys";
import type { Clock } from "./clock";
import type { Database } from "../database/database";
import { CATEGORY_OPTIONS, NOTIFICATION_KINDS, debounceOf, type FarewellKind } from "./email/notification-kinds";
import { toJson, wordingColumns } from "./wording";

/** A query selects user ids. */
type Recipients = string | readonly string[] | SQL;

export interface Notification {
  to: Recipients;
  kind: Notice["kind"];
  /** The email has this subject; names in it are in quotes. */
  subject: Text;
  text: Text;
  href: string;
  /** Prevents a second notification of the same user, for example `deadline:<contest id>`. */
  onceKey?: string;
  amount?: string | undefined;
  asks?: ActionRequest;
}

/** Add entries in `*-notifications.ts`, and kinds in `shared/contracts/messages.ts` and `NOTIFICATION_KINDS`. */
export type NotificationTable = Readonly<Record<string, (...facts: never[]) => Notification | readonly Notification[]>>;

const COLUMNS = sql`kind text, subject text, text text, wording jsonb, href text, once_key text, amount text, asks text, topic text, is_on_at_first boolean, is_always boolean, waits_ms int`;

/** Also queues emails. Runs one statement, and one per query of user ids. Returns the number of new notifications. */
export async function notify(tx: Database, clock: Clock, notifications: Notification | readonly Notification[]) {
  const [queried, listed] = [[] as [SQL, object][], [] as object[]];
  for (const { to, kind, onceKey, subject, text, ...content } of [notifications].flat()) {
    const topic = NOTIFICATION_KINDS[kind].category;
    const { isOnByDefault, isAlways } = CATEGORY_OPTIONS[topic];
    const row = {
      ...content,
      ...wordingColumns({ subject, text }),
      kind,
      once_key: onceKey,
      topic,
      is_on_at_first: isOnByDefault,
      is_always: isAlways,
      waits_ms: debounceOf(kind),
    };
    if (is(to, SQL)) queried.push([to, row]);
    else for (const userId of [to].flat()) listed.push({ ...row, position: listed.length, user_id: userId });
  }
  let count = 0;
  if (listed.length > 0)
    count += await insertNotifications(
      tx,
      clock,
      sql`select gen_random_uuid()::text as id, draft.*
        from jsonb_to_recordset(${toJson(listed)}::jsonb) as draft(position int, user_id text, ${COLUMNS})`,
    );
  for (const [people, row] of queried)
    count += await insertNotifications(
      tx,
      clock,
      sql`select gen_random_uuid()::text as id, 0 as position, people.user_id, draft.*
        from (${people}) people (user_id) cross join jsonb_to_record(${toJson(row)}::jsonb) as draft(${COLUMNS})`,
    );
  return count;
}

/** Skips removed users. Returns how many notifications were new. */
async function insertNotifications(tx: Database, clock: Clock, drafts: SQL): Promise<number> {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ told: number }>(sql`
    with draft as materialized (${drafts}), reached as (
      select draft.* from draft join ${users} person on person.id = draft.user_id and person.removed_at is null
      order by position for key share of person
    ), told as (
      insert into ${notices} (id, user_id, kind, subject, text, wording, href, once_key, asks, created_at)
      select id, user_id, kind, subject, text, wording, href, once_key, asks, ${now} from reached
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
export async function resolveActionRequests(tx: Database, clock: Clock, ...done: ActionRequest[]): Promise<void> {
  if (done.length > 0) await resolveActionRequestsWhere(tx, clock, inArray(requestedActions.asks, done));
}

export async function resolveActionRequestsWhere(tx: Database, clock: Clock, where: SQL | undefined): Promise<void> {
  // Skips locked rows to avoid deadlocks. Users are locked before their notifications, as in account deletion.
  const waiting = sql`
    select ${requestedActions.id} from ${notices} asked join ${users} person on person.id = ${requestedActions.userId}
    where ${and(where, isNotNull(requestedActions.asks), isNull(requestedActions.readAt))}
    for key share of person skip locked for update of asked skip locked`;
  await tx
    .update(notices)
    .set({ readAt: clock.now() })
    .where(sql`${notices.id} in (${waiting})`);
}

/** A last email to a removed user, or to an address that an account no longer has. */
export interface AddressNotification extends Pick<Notification, "subject" | "text" | "href" | "amount"> {
  userId: string;
  kind: FarewellKind;
  email: string;
  /** Language that the person had chosen, if the account is gone. */
  language?: Language | null;
}

/** The address is stored with the email until it is sent. */
export async function notifyAddress(
  tx: Database,
  clock: Clock,
  { email, language, amount, subject, text, ...notice }: AddressNotification,
) {
  const now = clock.now();
  const [notification] = await tx
    .insert(notices)
    .values({ ...notice, ...wordingColumns({ subject, text }), createdAt: now, readAt: now })
    .returning({ id: notices.id });
  await tx
    .insert(letters)
    .values({ noticeId: notification!.id, amount, toAddress: email, toLanguage: language, createdAt: now, dueAt: now });
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
