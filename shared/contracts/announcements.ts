import { z } from "zod";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { instant, requiredText } from "./text/fields";

export const MAX_ANNOUNCEMENT_LENGTH = 2000;
/** Per contest, in any 24 hours. */
export const MAX_ANNOUNCEMENTS_PER_DAY = 3;

export const announcementForm = z.object({ text: requiredText(MAX_ANNOUNCEMENT_LENGTH) });

export const announcement = z.object({
  _id: z.string(),
  text: z.string(),
  at: instant,
  sentTo: z.number().int().min(0),
});
export type Announcement = z.infer<typeof announcement>;

/** For participants, the owner and admins; 404 for others. Former participants see those from before they left. */
export const listAnnouncements = defineEndpoint("GET /news/:contestId", "signed-in", {
  query: pageQuery,
  response: z.array(announcement),
});

export const publishAnnouncement = defineEndpoint("POST /news/:contestId", "signed-in", {
  body: announcementForm,
  response: announcement,
  perMinute: 20,
});
