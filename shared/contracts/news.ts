import { z } from "zod";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { contestIdParams, instant, requiredText } from "./text/fields";

/** How long a piece of news may be, in characters. */
export const LONGEST_NEWS = 2000;
/** So often a creator writes to the participants of one contest, in any 24 hours. */
export const MOST_NEWS_A_DAY = 3;

export const newsForm = z.object({ text: requiredText(LONGEST_NEWS) });

/** What a creator wrote to everybody who had joined. */
export const contestNews = z.object({
  _id: z.string(),
  text: z.string(),
  at: instant,
  /** To how many people it went: former members have no notices. */
  sentTo: z.number().int().min(0),
});
export type ContestNews = z.infer<typeof contestNews>;

/** The newest first: for whoever joined, the contest's owner and admins; not there for anybody else. Whoever left reads what came before that. */
export const listNews = defineEndpoint({
  method: "GET",
  path: "/news/:contestId",
  access: "signed-in",
  params: contestIdParams,
  query: pageQuery,
  response: z.array(contestNews),
});

/** Writes to everybody who has joined. */
export const writeNews = defineEndpoint({
  method: "POST",
  path: "/news/:contestId",
  access: "signed-in",
  params: contestIdParams,
  body: newsForm,
  response: contestNews,
  perMinute: 20,
});
