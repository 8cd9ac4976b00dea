import type { FastifyInstance } from "fastify";
import {
  EMAIL_CATEGORIES,
  chooseEmailPreferences,
  listEmailPreferences,
  readUnsubscribe,
  unsubscribeByLink,
} from "@conquest/shared/contracts/email-preferences";
import { maskedEmail } from "../../platform/http/masked-email";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { CATEGORY_OPTIONS } from "../../platform/email/notification-kinds";
import { emailOutbox } from "../../platform/email/email-outbox";
import { mailboxRoutes } from "./mailbox-routes";
import { oneClickRoute } from "./one-click-unsubscribe-route";
import { assertCanUnsubscribe, unsubscribe } from "./unsubscribe";

export function emailPreferencesRoutes(app: FastifyInstance, deps: Deps): void {
  const outbox = emailOutbox(deps.db);
  const unsubscribeToken = unsubscribe(deps);

  registerEndpoint(app, listEmailPreferences, async ({ caller }) => {
    const chosen = await outbox.findChoices(caller.id);
    const choices = EMAIL_CATEGORIES.map((topic) => {
      const { title, text, isOnByDefault, isAlways } = CATEGORY_OPTIONS[topic];
      return { topic, title, text, isAlways, isWanted: isAlways || (chosen.get(topic) ?? isOnByDefault) };
    });
    return { isOn: deps.config.mail.kind !== "off", choices };
  });

  registerEndpoint(app, chooseEmailPreferences, async ({ body: { topic, isWanted }, caller }) => {
    if (!isWanted) assertCanUnsubscribe(topic);
    await outbox.choose(caller.id, topic, isWanted);
    return { topic, isWanted };
  });

  registerEndpoint(app, readUnsubscribe, async ({ params }) =>
    toResponse(orNotFound(await outbox.findByToken(params.token), NO_LINK)),
  );

  registerEndpoint(app, unsubscribeByLink, async ({ params }) =>
    toResponse(orNotFound(await unsubscribeToken(params.token), NO_LINK)),
  );

  oneClickRoute(app, unsubscribeToken);
  mailboxRoutes(app, deps);
}

const NO_LINK =
  "This link is of no letter of ours, or its account is gone. Which e-mails you get stands in your profile.";

type TokenPreference = NonNullable<Awaited<ReturnType<ReturnType<typeof emailOutbox>["findByToken"]>>>;

function toResponse({ topic, isWanted, email }: TokenPreference) {
  const { title, isAlways, isOnByDefault } = CATEGORY_OPTIONS[topic];
  return { topic, title, email: maskedEmail(email ?? ""), isWanted: isAlways || (isWanted ?? isOnByDefault), isAlways };
}
