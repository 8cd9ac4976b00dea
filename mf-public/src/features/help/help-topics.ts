import { msg } from "@conquest/shared/singletons/language";
import type { HelpArticle } from "./help-article";
import { ADMINS } from "./articles/admins";
import { PREPARING } from "./articles/creators";
import { RUNNING } from "./articles/creators-running";
import { PARTICIPANTS } from "./articles/participants";
import { JUDGES } from "./articles/judges";

export interface HelpTopic {
  path: `/help/${string}`;
  title: string;
  subtitle: string;
  articles: readonly HelpArticle[];
}

export const HELP_TOPICS: readonly HelpTopic[] = [
  {
    path: "/help/participants",
    title: msg("Help for participants"),
    subtitle: msg("Join, submit, and receive what you won."),
    articles: PARTICIPANTS,
  },
  {
    path: "/help/creators",
    title: msg("Help for creators"),
    subtitle: msg("Publish a contest, have it judged, and send the prizes."),
    articles: [...PREPARING, ...RUNNING],
  },
  {
    path: "/help/judges",
    title: msg("Help for judges"),
    subtitle: msg("Read entries, rate them, and give feedback."),
    articles: JUDGES,
  },
  {
    path: "/help/admins",
    title: msg("Help for admins"),
    subtitle: msg("Review contests, handle reports, and watch the money."),
    articles: ADMINS,
  },
];
