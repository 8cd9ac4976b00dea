import type { FastifyInstance } from "fastify";
import {
  type EmailCategory,
  EMAIL_CATEGORIES,
  chooseEmailPreferences,
  listEmailPreferences,
  readUnsubscribe,
  unsubscribeByLink,
} from "@conquest/shared/contracts/email-preferences";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { message, msg, type Message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../platform/deps";
import { throwConflict, notFound, orNotFound } from "../../platform/errors";
import { CATEGORY_OPTIONS } from "../../platform/email/notification-kinds";
import { invitationOutbox } from "../../platform/email/invitation-outbox";
import { emailOutbox } from "../../platform/email/email-outbox";
import { scopeNamed, registerEndpoint } from "../../platform/register-endpoint";
import { maskedEmail } from "../../platform/text/format";
import { translate } from "../../platform/text/translate";
import { offeredLanguage } from "../../platform/wording";
import { mailboxRoutes } from "./mailbox-routes";

const ALWAYS_SENT_MESSAGES: Readonly<Partial<Record<EmailCategory, Message>>> = {
  account: message("You can't turn off “Your account” emails: they keep your account safe."),
  money: message("You can't turn off “Payments and refunds” emails: they confirm your payments and refunds."),
};

function assertCanUnsubscribe(topic: EmailCategory): void {
  if (CATEGORY_OPTIONS[topic].isAlways)
    throwConflict(
      "always_sent",
      ALWAYS_SENT_MESSAGES[topic] ??
        message("You can't turn off “{title}” emails.", { title: CATEGORY_OPTIONS[topic].title }),
    );
}

/** Finds the link of an email to an invited address that has no account, and so no preferences. */
async function findInvitation(db: Deps["db"], token: string) {
  const invitation = token.includes("\u0000") ? undefined : await invitationOutbox(db).findByToken(token);
  return (
    invitation && {
      ...invitation,
      topic: "results" as const,
      title: message("Contest invitations"),
      isWanted: !invitation.isRefused,
    }
  );
}

/** Returns undefined for an unknown token. Throws for a category that is always sent: older emails link to it. */
const unsubscribe = async ({ db, clock }: Pick<Deps, "db" | "clock">, token: string) => {
  const choice = await emailOutbox(db).findByToken(token);
  if (!choice) {
    const invitation = await findInvitation(db, token);
    if (!invitation) return undefined;
    await invitationOutbox(db).refuse(invitation.addressHash, clock.now());
    return { ...invitation, isWanted: false };
  }
  assertCanUnsubscribe(choice.topic);
  await emailOutbox(db).choose(choice.userId, choice.topic, false);
  return { ...choice, isWanted: false };
};

const BODY_LIMIT = 1024;

/** Handles one-click unsubscribe (RFC 8058). GET must not unsubscribe, because mail scanners open every link. */
function oneClickRoute(app: FastifyInstance, deps: Deps): void {
  const plugin = scopeNamed("one click", async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/,
      { parseAs: "string", bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Params: { token: string }; Body: string | undefined }>(
      "/unsubscribe/:token",
      async ({ params, body, language }, reply) => {
        const isOneClick = /List-Unsubscribe(?:=|"\s+)One-Click\b/.test(body ?? "");
        if (!isOneClick || !(await unsubscribe(deps, params.token)))
          return notFound(message("This unsubscribe link doesn't work."));
        return reply
          .header("cache-control", "no-store")
          .type("text/plain; charset=utf-8")
          .send(`${translate(language, message("You're unsubscribed from these emails."))}\n`);
      },
    );
  });
  void app.register(plugin);
}

export function emailPreferencesRoutes(app: FastifyInstance, deps: Deps): void {
  const outbox = emailOutbox(deps.db);

  registerEndpoint(app, listEmailPreferences, async ({ caller }, { request: { language } }) => {
    const chosen = await outbox.findChoices(caller.id);
    const choices = EMAIL_CATEGORIES.map((topic) => {
      const { title, text, isOnByDefault, isAlways } = CATEGORY_OPTIONS[topic];
      return {
        topic,
        title: translate(language, message(title)),
        text: translate(language, message(topic === "review" && caller.role === "user" ? REPORTERS_REVIEW : text)),
        isAlways,
        isWanted: isAlways || (chosen.get(topic) ?? isOnByDefault),
      };
    });
    return { isOn: deps.config.mail.kind !== "off", choices };
  });

  registerEndpoint(app, chooseEmailPreferences, async ({ body: { topic, isWanted }, caller }) => {
    if (!isWanted) assertCanUnsubscribe(topic);
    await outbox.choose(caller.id, topic, isWanted);
    return { topic, isWanted };
  });

  registerEndpoint(
    app,
    readUnsubscribe,
    async ({ params }) =>
      toResponse(
        orNotFound((await outbox.findByToken(params.token)) ?? (await findInvitation(deps.db, params.token)), NO_LINK),
        deps.config.languages,
      ),
    { isSecret: true },
  );

  registerEndpoint(app, unsubscribeByLink, async ({ params }) =>
    toResponse(orNotFound(await unsubscribe(deps, params.token), NO_LINK), deps.config.languages),
  );

  oneClickRoute(app, deps);
  mailboxRoutes(app, deps);
}

/** Users review nothing. */
const REPORTERS_REVIEW = msg("Outcomes of your reports.");

const NO_LINK = message(
  "This unsubscribe link doesn't work. Its account may have been deleted. You can choose your emails in your profile.",
);

type TokenPreference = Pick<
  NonNullable<Awaited<ReturnType<ReturnType<typeof emailOutbox>["findByToken"]>>>,
  "topic" | "isWanted" | "email" | "language"
> & { title?: Message };

/** In the language of the email that had the link. */
function toResponse({ topic, isWanted, email, language, title: own }: TokenPreference, offered: readonly Language[]) {
  const { title, isAlways, isOnByDefault } = CATEGORY_OPTIONS[topic];
  return {
    topic,
    title: translate(offeredLanguage(language, offered), own ?? message(title)),
    // An invitation that was removed leaves only a hash of its address.
    email:
      email === "" ? translate(offeredLanguage(language, offered), message("this address")) : maskedEmail(email ?? ""),
    isWanted: isAlways || (isWanted ?? isOnByDefault),
    isAlways,
  };
}
