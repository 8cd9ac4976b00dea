import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import {
  getCalendarAddress,
  readCalendar,
  renewCalendarAddress,
  revokeCalendarAddress,
} from "@conquest/shared/contracts/calendar-address";
import { fillPath } from "@conquest/shared/contracts/parts/match-route";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../platform/deps";
import { notFound, throwConflict } from "../../platform/errors";
import { FileToSend } from "../../platform/http/file-to-send";
import { registerEndpoint } from "../../platform/register-endpoint";
import { renderCalendar } from "../../platform/text/calendar";
import { translate } from "../../platform/text/translate";
import { deadlineEvent } from "../contests/domain/deadline-event";
import { calendarsRepository } from "./calendars-repository";
import { forgetCalendar } from "./domain/forget-calendar";

const SECRET_BYTES = 24;
const REFRESH_SECONDS = 6 * 60 * 60;

/** Guessing is hopeless anyway. Known addresses are not counted, since calendar services share theirs. */
const UNKNOWN_ADDRESS = { use: "an unknown calendar address", perMinute: 60 };

const EXISTS = message(
  "You already have a calendar address, created in another tab or on another device. Renew it to get a new one.",
);
const OVERTAKEN = message(
  "Your calendar address was renewed or revoked in another tab or on another device, so nothing was changed.",
);

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");

type Contests = Awaited<ReturnType<ReturnType<typeof calendarsRepository>["listContests"]>>;

function renderDeadlines(contests: Contests, { clock, config }: Pick<Deps, "clock" | "config">, language: Language) {
  const now = clock.now();
  return renderCalendar({
    language,
    name: translate(language, message("Conquest deadlines")),
    refreshSeconds: REFRESH_SECONDS,
    events: contests.map(({ updatedAt, cancelledAt, ...contest }) => {
      const event = deadlineEvent(contest, config, language);
      // Not the time of the request, so that the file changes only with the contests.
      const stamp = cancelledAt && cancelledAt > updatedAt ? cancelledAt : updatedAt;
      if (cancelledAt) return { ...event, stamp, sequence: event.sequence + 1, isCancelled: true, reminder: undefined };
      return { ...event, stamp, reminder: contest.deadline > now ? event.reminder : undefined };
    }),
  });
}

export function calendarsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, config } = deps;
  const calendars = calendarsRepository(db);

  registerEndpoint(app, getCalendarAddress, async ({ caller }) => ({
    createdAt: (await calendars.find(caller.id))?.toISOString() ?? null,
  }));

  registerEndpoint(app, renewCalendarAddress, async ({ caller, body: { replaces } }) => {
    const secret = randomBytes(SECRET_BYTES).toString("base64url");
    const createdAt = clock.now();
    const isSaved = await calendars.save(
      { userId: caller.id, secretHash: hashOf(secret), createdAt },
      typeof replaces === "string" ? new Date(replaces) : replaces,
    );
    if (!isSaved) throwConflict("changed_elsewhere", replaces === null ? EXISTS : OVERTAKEN);
    const address = `${config.publicUrl}/api${fillPath(readCalendar.path, { file: `${secret}.ics` })}`;
    return { createdAt: createdAt.toISOString(), address };
  });

  registerEndpoint(app, revokeCalendarAddress, async ({ caller }) => ({
    revokedCount: await forgetCalendar(db, caller.id),
  }));

  registerEndpoint(app, readCalendar, async ({ params, query }, { request, reply }) => {
    const owner = params.file === "" ? undefined : await calendars.findOwner(hashOf(params.file.replace(/\.ics$/, "")));
    if (!owner) {
      await app.limits.count(UNKNOWN_ADDRESS, request, reply);
      return notFound(message("This calendar address doesn't work. It may have been renewed or revoked."));
    }
    const content = Buffer.from(
      renderDeadlines(await calendars.listContests(owner, clock.now()), deps, query.language),
      "utf8",
    );
    reply.header("x-robots-tag", "noindex");
    return new FileToSend({
      open: async () => Readable.from(content),
      contentType: "text/calendar; charset=utf-8",
      tag: createHash("sha256").update(content).digest("base64url").slice(0, 22),
      bytes: content.length,
      name: "conquest.ics",
      within: "same-origin",
    });
  });
}
