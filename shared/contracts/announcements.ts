import { z } from "zod";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { contestIdParams, instant, requiredText } from "./text/fields";

/** How long a piece of news may be, in characters. */
export const MAX_ANNOUNCEMENT_LENGTH = 2000;
/** So often a creator writes to the participants of one contest, in any 24 hours. */
export const MAX_ANNOUNCEMENTS_PER_DAY = 3;

export const announcementForm = z.object({ text: requiredText(MAX_ANNOUNCEMENT_LENGTH) });

/** What a creator wrote to everybody who had joined. */
export const announcement = z.object({
  _id: z.string(),
  text: z.string(),
  at: instant,
  /** To how many people it went: former members have no notices. */
  sentTo: z.number().int().min(0),
});
export type Announcement = z.infer<typeof announcement>;

/** The newest first: for whoever joined, the contest's owner and admins; not there for anybody else. Whoever left reads what came before that. */
export const listAnnouncements = defineEndpoint({
  method: "GET",
  path: "/news/:contestId",
  access: "signed-in",
  params: contestIdParams,
  query: pageQuery,
  response: z.array(announcement),
});

/** Writes to everybody who has joined. */
export const publishAnnouncement = defineEndpoint({
  method: "POST",
  path: "/news/:contestId",
  access: "signed-in",
  params: contestIdParams,
  body: announcementForm,
  response: announcement,
  perMinute: 20,
});
