import type { Person } from "../test-server";
import { aContestForm } from "../contest-steps";
import { ONE_PIXEL_PNG, CALLERS, type CallerName, type AllRoles } from "./all-roles";

interface Input {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

/** Callers who are allowed and the input to try; all others get the status of `others`. */
interface Row {
  may: readonly CallerName[];
  ask?: (world: AllRoles, caller: Person) => Input;
  /** Status for signed-in callers who are not allowed; 403 by default. */
  others?: number;
  /** Callers who are denied because of the current state, not because of their role. */
  conflict?: readonly CallerName[];
}

const SIGNED_IN = ["user", "requested", "participant", "other creator", "owner", "admin"] as const;
const own = (_: AllRoles, caller: Person): Input => ({ params: { email: caller.email } });
const ofOwner = ({ people }: AllRoles): Input => ({ params: { email: people.owner!.email } });

const creatorOf = ({ publicId }: AllRoles): Input => ({ params: { id: publicId } });
const draft = ({ draftId }: AllRoles): Input => ({ params: { id: draftId } });
const reportCase = ({ caseId }: AllRoles): Input => ({ params: { id: caseId } });
const contest = ({ contestId }: AllRoles): Input => ({ params: { id: contestId } });
const won = ({ wonId }: AllRoles): Input => ({ params: { contestId: wonId } });
const payment = ({ paymentNumber }: AllRoles): Input => ({ params: { number: paymentNumber } });

export const ACCESS_MATRIX: Readonly<Record<string, Row>> = {
  "GET /search-contests/:searchTerm": { may: CALLERS, ask: () => ({ params: { searchTerm: "river" } }) },
  "GET /popular-contests": { may: CALLERS },
  "GET /featured-contests": { may: CALLERS },
  "GET /site-totals": { may: CALLERS },
  "GET /popular-contests-no-limit": { may: CALLERS },
  "GET /all-contests": { may: CALLERS },
  "GET /contest-details/:id": { may: CALLERS, ask: contest },
  "GET /brief-changes/:contestId": { may: CALLERS, ask: ({ contestId }) => ({ params: { contestId } }) },
  "GET /contest-calendar/:id": { may: CALLERS, ask: contest },
  "GET /calendar-address": { may: SIGNED_IN },
  "PUT /calendar-address": { may: SIGNED_IN },
  "DELETE /calendar-address": { may: SIGNED_IN },
  // The secret in the address decides, not the session; the endpoint's own tests cover it.
  "GET /calendars/:file": { may: [], others: 404, ask: () => ({ params: { file: `${"a".repeat(32)}.ics` } }) },
  "GET /best-creators": { may: CALLERS },
  "GET /creators/:id": { may: CALLERS, ask: creatorOf },
  "GET /creators/:id/contests": { may: CALLERS, ask: creatorOf },
  "GET /winners": { may: CALLERS },
  "POST /contact": { may: CALLERS, ask: () => ({ body: { name: "Ann", email: "ann@example.com", message: "Hello" } }) },
  "POST /telemetry": { may: CALLERS, ask: () => ({ body: { samples: [], incidents: [] } }) },
  "POST /logout": { may: CALLERS },
  // Authenticated by the identity provider's token, not by a session.
  "POST /jwt": { may: [], others: 401, ask: (_, caller) => ({ body: { email: caller.email } }) },
  "PUT /save-user": { may: SIGNED_IN, ask: () => ({ body: {} }) },
  "GET /user/:email": { may: SIGNED_IN, ask: own },
  "GET /all-users": { may: SIGNED_IN },
  "GET /all-users-except/:email": { may: ["admin"], ask: own },
  "PUT /update-user-role/:email": {
    may: ["user", "participant"],
    ask: (world, caller) => ({ ...own(world, caller), body: { role: "requested" } }),
    conflict: ["requested", "other creator", "owner", "admin"],
  },
  "DELETE /role-request": { may: ["requested"], conflict: ["user", "participant", "other creator", "owner", "admin"] },
  "PUT /update-user/:id": {
    may: ["admin"],
    ask: ({ people }) => ({ params: { id: people.user!.id }, body: { status: "blocked" } }),
  },
  "PUT /update-users": { may: ["admin"], ask: ({ people }) => ({ body: { ids: [people.user!.id], act: "block" } }) },
  "DELETE /delete-user/:id": { may: ["admin"], ask: ({ people }) => ({ params: { id: people.user!.id } }) },
  "PUT /update-profile": { may: SIGNED_IN, ask: () => ({ body: { name: "Another name" } }) },
  "PUT /my-preferences": { may: SIGNED_IN, ask: () => ({ body: { timeZone: "Asia/Dhaka" } }) },
  "GET /my-sessions": { may: SIGNED_IN },
  // The session of another user; the endpoint's own tests cover ownership.
  "DELETE /my-sessions/:id": { may: [], others: 404, ask: () => ({ params: { id: "0".repeat(64) } }) },
  "DELETE /other-sessions": { may: SIGNED_IN },
  "GET /my-data": { may: SIGNED_IN },
  "GET /account-deletion": { may: SIGNED_IN },
  // Requires the token of a recent sign-in, so a session is not enough.
  "DELETE /my-account": {
    may: [],
    ask: () => ({ body: { contestCount: 0, refundedCount: 0, refundedTotal: 0 } }),
    conflict: SIGNED_IN,
  },
  "GET /all-contests-unfiltered": { may: ["admin"] },
  "PUT /update-contest-status/:id": {
    may: ["admin"],
    ask: ({ pendingId }) => ({ params: { id: pendingId }, body: { status: "open" } }),
  },
  "PUT /return-to-review/:id": { may: [], conflict: ["admin"], ask: contest },
  "GET /contest-review/:id": { may: ["admin"], ask: contest },
  "GET /contest-pictures/:id": {
    may: ["admin"],
    ask: ({ pictureId }) => ({ params: { id: pictureId }, query: { w: "480" } }),
  },
  "GET /review-queue": { may: ["admin"] },
  "PUT /feature-contest/:id": { may: ["admin"], ask: (world) => ({ ...contest(world), body: { isFeatured: true } }) },
  "POST /comment-contest/:id": {
    may: ["admin"],
    ask: ({ pendingId }) => ({ params: { id: pendingId }, body: { text: "Please say more." } }),
  },
  "POST /create-contest": { may: ["other creator", "owner"], ask: () => ({ body: aContestForm() }) },
  "POST /markdown-preview": { may: SIGNED_IN, ask: () => ({ body: { text: "**River**" } }) },
  "GET /contest-drafts": { may: SIGNED_IN },
  "POST /contest-drafts": {
    may: ["other creator", "owner"],
    ask: () => ({ body: { form: { name: "River stories" } } }),
  },
  "GET /contest-drafts/:id": { may: ["owner"], others: 404, ask: draft },
  "PUT /contest-drafts/:id": {
    may: ["owner"],
    others: 404,
    ask: (world) => ({ ...draft(world), body: { form: { name: "Another name" }, revision: 1 } }),
  },
  "GET /contest-drafts/:id/preview": { may: ["owner"], others: 404, ask: draft },
  "POST /duplicate-contest/:id": { may: ["owner"], ask: contest, conflict: ["other creator"] },
  "DELETE /contest-drafts/:id": { may: ["owner"], others: 404, ask: draft },
  "GET /my-contests/:email": { may: SIGNED_IN, ask: own },
  "GET /my-contest-counts": { may: SIGNED_IN },
  "PUT /update-contest/:id": {
    may: ["owner"],
    others: 404,
    ask: ({ pendingId }) => ({ params: { id: pendingId }, body: { name: "Another name" } }),
  },
  "PUT /extend-deadline/:id": {
    may: ["owner"],
    others: 404,
    ask: ({ contestId }) => ({
      params: { id: contestId },
      body: { deadline: "2026-03-10T08:00:00Z", reason: "The hall is free later." },
    }),
  },
  "DELETE /delete-contest/:id": {
    may: ["owner", "admin"],
    others: 404,
    ask: ({ pendingId }) => ({ params: { id: pendingId }, body: {} }),
  },
  "PUT /join-contest": {
    may: ["user", "requested", "other creator", "admin"],
    ask: ({ contestId }, { email }) => ({ body: { contestId, email } }),
    conflict: ["participant", "owner"],
  },
  "PUT /leave-contest": {
    may: [],
    ask: ({ contestId }, { email }) => ({ body: { contestId, email } }),
    conflict: SIGNED_IN,
  },
  "GET /join-receipt/:contestId": {
    may: ["participant"],
    others: 404,
    ask: ({ contestId }) => ({ params: { contestId } }),
  },
  "GET /payments": { may: SIGNED_IN },
  // The participant's payment.
  "GET /payments/:number": { may: ["participant", "admin"], others: 404, ask: payment },
  "GET /payments/:number/receipt.pdf": { may: ["participant", "admin"], others: 404, ask: payment },
  "GET /participated-contests/:email": { may: SIGNED_IN, ask: own },
  "GET /participation-counts": { may: SIGNED_IN },
  "PUT /follow-contest/:contestId": {
    may: SIGNED_IN,
    ask: ({ contestId }) => ({ params: { contestId }, body: { isFollowing: true } }),
  },
  "GET /followed-contests": { may: SIGNED_IN },
  "PUT /submit-entry/:contestId": {
    may: ["participant"],
    ask: ({ contestId }) => ({ params: { contestId }, body: { text: "Mine" } }),
    conflict: ["user", "requested", "other creator", "owner", "admin"],
  },
  "GET /my-entry/:contestId": { may: SIGNED_IN, ask: ({ contestId }) => ({ params: { contestId } }) },
  "POST /entry-files": { may: SIGNED_IN, ask: () => ({ query: { name: "mine.txt" }, body: Buffer.from("Mine") }) },
  "DELETE /entry-files/:id": {
    may: ["participant"],
    others: 404,
    ask: ({ looseFileId }) => ({ params: { id: looseFileId } }),
  },
  "GET /entry-files/:id": {
    may: ["participant", "owner", "admin"],
    others: 404,
    ask: ({ fileId }) => ({ params: { id: fileId } }),
  },
  "POST /attachments/:contestId": {
    may: ["owner"],
    others: 404,
    ask: ({ contestId, ownFileId }) => ({ params: { contestId }, body: { fileId: ownFileId } }),
  },
  "DELETE /attachments/:contestId/:fileId": {
    may: ["owner"],
    others: 404,
    ask: ({ contestId, attachmentId }) => ({ params: { contestId, fileId: attachmentId } }),
  },
  "POST /pictures": { may: SIGNED_IN, ask: () => ({ query: { name: "me.png" }, body: ONE_PIXEL_PNG }) },
  "GET /covers": { may: CALLERS },
  "GET /contest-entries/:contestId": {
    may: ["owner", "admin"],
    others: 404,
    ask: ({ contestId }) => ({ params: { contestId } }),
  },
  "GET /contest-entries/:contestId/table": {
    may: ["owner", "admin"],
    others: 404,
    ask: ({ contestId }) => ({ params: { contestId }, query: { as: "zip" } }),
  },
  "GET /joiners/:contestId": {
    may: ["owner", "admin"],
    others: 404,
    ask: ({ contestId }) => ({ params: { contestId } }),
  },
  "GET /joiners/:contestId/table": {
    may: ["owner", "admin"],
    others: 404,
    ask: ({ contestId }) => ({ params: { contestId } }),
  },
  // The contest has no limit.
  "GET /my-team/:contestId": { may: SIGNED_IN, ask: ({ contestId }) => ({ params: { contestId } }) },
  // The contest has no teams.
  "POST /my-team/:contestId": {
    may: [],
    ask: ({ contestId }) => ({ params: { contestId }, body: { name: "River Foxes" } }),
    conflict: SIGNED_IN,
  },
  "PUT /my-team/:contestId": {
    may: [],
    ask: ({ contestId }) => ({ params: { contestId }, body: { withdrawsEntry: false } }),
    conflict: SIGNED_IN,
  },
  "DELETE /my-team/:contestId": { may: [], ask: ({ contestId }) => ({ params: { contestId } }), conflict: SIGNED_IN },
  "PUT /my-team/:contestId/name": {
    may: [],
    ask: ({ contestId }) => ({ params: { contestId }, body: { name: "River Foxes" } }),
    conflict: SIGNED_IN,
  },
  "PUT /my-team/:contestId/code": { may: [], ask: ({ contestId }) => ({ params: { contestId } }), conflict: SIGNED_IN },
  "DELETE /my-team/:contestId/code": {
    may: [],
    ask: ({ contestId }) => ({ params: { contestId } }),
    conflict: SIGNED_IN,
  },
  "DELETE /my-team/:contestId/members/:id": {
    may: [],
    ask: ({ contestId }) => ({ params: { contestId, id: crypto.randomUUID() } }),
    conflict: SIGNED_IN,
  },
  "PUT /waiting-list/:contestId": { may: [], ask: ({ contestId }) => ({ params: { contestId } }), conflict: SIGNED_IN },
  "DELETE /waiting-list/:contestId": {
    may: [],
    ask: ({ contestId }) => ({ params: { contestId } }),
    conflict: SIGNED_IN,
  },
  "GET /waiting-lists": { may: SIGNED_IN },
  "GET /waiting-list/:contestId": {
    may: ["owner", "admin"],
    others: 404,
    ask: ({ contestId }) => ({ params: { contestId } }),
  },
  "GET /waiting-list/:contestId/table": {
    may: ["owner", "admin"],
    others: 404,
    ask: ({ contestId }) => ({ params: { contestId } }),
  },
  "GET /contest-progress/:contestId": {
    may: ["owner", "admin"],
    others: 404,
    ask: ({ contestId }) => ({ params: { contestId } }),
  },
  "PUT /show-entry-if-wins/:contestId": {
    may: ["participant"],
    ask: ({ contestId }) => ({ params: { contestId }, body: { showIfWins: false } }),
    conflict: ["user", "requested", "other creator", "owner", "admin"],
  },
  // Only possible once there is a winner.
  "PUT /publish-entry/:contestId": {
    may: [],
    ask: ({ contestId }) => ({ params: { contestId }, body: { isPublished: true } }),
    conflict: SIGNED_IN,
  },
  "GET /judging/:contestId": {
    may: ["owner", "admin"],
    others: 404,
    ask: ({ contestId }) => ({ params: { contestId } }),
  },
  "GET /judging/:contestId/entries": {
    may: ["owner", "admin"],
    others: 404,
    ask: ({ contestId }) => ({ params: { contestId } }),
  },
  "GET /judging/:contestId/entries/:entryId": {
    may: ["owner", "admin"],
    others: 404,
    ask: ({ contestId, entryId }) => ({ params: { contestId, entryId } }),
  },
  "PUT /shortlist-entry/:contestId": {
    may: [],
    ask: ({ contestId, entryId }) => ({ params: { contestId }, body: { entryId, isShortlisted: true } }),
    others: 404,
    conflict: ["owner", "admin"],
  },
  "PUT /rate-entry/:contestId": {
    may: [],
    ask: ({ contestId, entryId }) => ({ params: { contestId }, body: { entryId, rating: 4 } }),
    others: 404,
    conflict: ["owner", "admin"],
  },
  "PUT /rate-criterion/:contestId": {
    may: [],
    ask: ({ contestId, entryId }) => ({ params: { contestId }, body: { entryId, position: 0, rating: 4 } }),
    others: 404,
    conflict: ["owner", "admin"],
  },
  "GET /judging-plan/:contestId": { may: ["owner"], others: 404, ask: ({ contestId }) => ({ params: { contestId } }) },
  "PUT /judging-plan/:contestId/assignment": {
    may: ["owner"],
    others: 404,
    ask: ({ contestId }) => ({ params: { contestId }, body: { judgesPerEntry: 2 } }),
  },
  "PUT /judging-plan/:contestId/date": {
    may: ["owner"],
    others: 404,
    ask: ({ contestId }) => ({ params: { contestId }, body: { ratingsDueAt: "2026-03-09T08:00:00Z" } }),
  },
  "GET /entry-judges/:contestId/:entryId": {
    may: ["owner"],
    others: 404,
    ask: ({ contestId, entryId }) => ({ params: { contestId, entryId } }),
  },
  // Its entries are not assigned.
  "PUT /entry-judges/:contestId/:entryId": {
    may: [],
    others: 404,
    conflict: ["owner"],
    ask: ({ contestId, entryId }) => ({ params: { contestId, entryId }, body: { judgeIds: [] } }),
  },
  "GET /recusals/:contestId": { may: ["owner"], others: 404, ask: ({ contestId }) => ({ params: { contestId } }) },
  // Only for judges, after the deadline.
  "POST /recusals/:contestId": {
    may: [],
    others: 404,
    conflict: ["owner", "admin"],
    ask: ({ contestId, entryId }) => ({ params: { contestId }, body: { entryId, reason: "I know the author." } }),
  },
  "PUT /recusals/:contestId": {
    may: ["owner"],
    others: 404,
    ask: ({ contestId, entryId, invitationId }) => ({
      params: { contestId },
      body: { entryId, judgeId: invitationId },
    }),
  },
  "GET /contest-judges/:contestId": {
    may: ["owner"],
    others: 404,
    ask: ({ contestId }) => ({ params: { contestId } }),
  },
  "POST /contest-judges/:contestId": {
    may: ["owner"],
    others: 404,
    ask: ({ contestId }) => ({ params: { contestId }, body: { email: "someone@example.com" } }),
  },
  "DELETE /contest-judge/:id": {
    may: ["owner"],
    others: 404,
    ask: ({ invitationId }) => ({ params: { id: invitationId } }),
  },
  // Only private contests have these.
  "GET /contest-access/:contestId": {
    may: ["owner"],
    others: 404,
    ask: ({ privateId }) => ({ params: { contestId: privateId } }),
  },
  "POST /contest-access/:contestId/invitations": {
    may: ["owner"],
    others: 404,
    ask: ({ privateId }) => ({ params: { contestId: privateId }, body: { addresses: "ann@example.com" } }),
  },
  "DELETE /contest-invitations/:id": {
    may: ["owner"],
    others: 404,
    ask: ({ guestInvitationId }) => ({ params: { id: guestInvitationId } }),
  },
  "PUT /contest-access/:contestId/code": {
    may: ["owner"],
    others: 404,
    ask: ({ privateId }) => ({ params: { contestId: privateId } }),
  },
  "DELETE /contest-access/:contestId/code": {
    may: ["owner"],
    others: 404,
    ask: ({ privateId }) => ({ params: { contestId: privateId } }),
  },
  "POST /join-code": { may: SIGNED_IN, ask: ({ joinCode }) => ({ body: { code: joinCode } }) },
  "GET /judging-invitations": { may: SIGNED_IN },
  // The invited judge is the user.
  "PUT /judging-invitations/:id": {
    may: ["user"],
    others: 404,
    ask: ({ invitationId }) => ({ params: { id: invitationId }, body: { accepts: true } }),
  },
  "DELETE /judging-invitations/:id": {
    may: [],
    others: 404,
    conflict: ["user"],
    ask: ({ invitationId }) => ({ params: { id: invitationId } }),
  },
  "GET /published-entries/:contestId": { may: CALLERS, ask: ({ contestId }) => ({ params: { contestId } }) },
  "PUT /declare-winner/:contestId": {
    may: [],
    ask: ({ contestId, entryId }) => ({ params: { contestId }, body: { entryId, note: "The clearest" } }),
    others: 404,
    conflict: ["owner", "admin"],
  },
  "GET /user/won-contests": { may: SIGNED_IN },
  "GET /awards": { may: ["admin"] },
  "GET /awards/:contestId": { may: ["participant", "owner", "admin"], others: 404, ask: won },
  "PUT /send-prize/:contestId": {
    may: ["owner"],
    others: 404,
    ask: (world) => ({ ...won(world), body: { on: "2026-03-02", note: "By post" } }),
    conflict: ["participant", "admin"],
  },
  "PUT /confirm-prize/:contestId": { may: ["participant"], others: 404, ask: won, conflict: ["owner", "admin"] },
  "PUT /report-prize/:contestId": {
    may: ["participant"],
    others: 404,
    ask: (world) => ({ ...won(world), body: { text: "Nothing came." } }),
    conflict: ["owner", "admin"],
  },
  "PUT /settle-prize/:contestId": {
    may: ["admin"],
    ask: (world) => ({ ...won(world), body: { revision: 1, decision: "delivered" } }),
  },
  // Only available to participants who submitted, once there is a winner.
  "GET /certificates/:contestId": { may: [], others: 404, ask: ({ contestId }) => ({ params: { contestId } }) },
  "GET /my-stats/:email": { may: SIGNED_IN, ask: own },
  "GET /audit-trail": { may: ["admin"] },
  "GET /audit-trail/table": { may: ["admin"] },
  "GET /ledger": { may: ["admin"] },
  "GET /ledger/table": { may: ["admin"] },
  "GET /ledger/totals": {
    may: ["admin"],
    ask: () => ({ query: { bounds: "2026-03-01T00:00:00Z,2026-03-02T00:00:00Z" } }),
  },
  "GET /ledger-audit": { may: ["admin"] },
  "GET /contact-messages": { may: ["admin"] },
  "PUT /contact-messages/:id": {
    may: ["admin"],
    ask: ({ messageId }) => ({ params: { id: messageId }, body: { isHandled: true } }),
  },
  "POST /contact-messages/:id/replies": {
    may: ["admin"],
    ask: ({ messageId }) => ({ params: { id: messageId }, body: { text: "You may." } }),
  },
  "PUT /contact-replies/:id/again": { may: ["admin"], ask: ({ replyId }) => ({ params: { id: replyId } }) },
  "GET /questions/:contestId": { may: CALLERS, ask: ({ contestId }) => ({ params: { contestId } }) },
  "POST /questions/:contestId": {
    may: ["user", "requested", "participant", "other creator", "admin"],
    ask: ({ contestId }) => ({ params: { contestId }, body: { text: "May it be in colour?" } }),
    conflict: ["owner"],
  },
  "PUT /question-answer/:id": {
    may: ["owner"],
    others: 404,
    ask: ({ questionId }) => ({ params: { id: questionId }, body: { text: "It may." } }),
  },
  // The participant is the author.
  "DELETE /question/:id": {
    may: ["participant", "owner", "admin"],
    ask: ({ questionId }) => ({ params: { id: questionId } }),
    conflict: ["user", "requested", "other creator"],
  },
  "GET /news/:contestId": {
    may: ["participant", "owner", "admin"],
    others: 404,
    ask: ({ contestId }) => ({ params: { contestId } }),
  },
  "POST /news/:contestId": {
    may: ["owner"],
    others: 404,
    ask: ({ contestId }) => ({ params: { contestId }, body: { text: "The jury is complete." } }),
  },
  // The participant's report is still open.
  "POST /report-contest/:contestId": {
    may: ["user", "requested", "other creator", "admin"],
    ask: ({ contestId }) => ({ params: { contestId }, body: { reason: "spam", word: "Advertising" } }),
    conflict: ["participant", "owner"],
  },
  // The entry is not public.
  "POST /report-entry/:entryId": {
    may: [],
    others: 404,
    ask: ({ entryId }) => ({ params: { entryId }, body: { reason: "spam", word: "Advertising" } }),
  },
  "GET /reported/:id": { may: ["owner"], others: 404, ask: reportCase },
  "PUT /report-answer/:id": {
    may: ["owner"],
    others: 404,
    ask: (world) => ({ ...reportCase(world), body: { text: "It is not." } }),
  },
  "GET /reports": { may: ["admin"] },
  "PUT /report-decision/:id": {
    may: ["admin"],
    ask: (world) => ({ ...reportCase(world), body: { decision: "hide" } }),
  },
  "GET /notices": { may: SIGNED_IN },
  "GET /notices/unread": { may: SIGNED_IN },
  "GET /letter-choices": { may: SIGNED_IN },
  "PUT /letter-choices": { may: SIGNED_IN, ask: () => ({ body: { topic: "results", isWanted: false } }) },
  // Authenticated by the token of an email; unknown tokens return 404.
  "GET /unsubscribe/:token": { may: [], others: 404, ask: () => ({ params: { token: "guessed" } }) },
  "POST /unsubscribe/:token": { may: [], others: 404, ask: () => ({ params: { token: "guessed" } }) },
  "GET /next-steps": { may: SIGNED_IN },
  "GET /my-overview": { may: SIGNED_IN },
  "GET /creator-overview": { may: ["other creator", "owner"] },
  "GET /site-overview": { may: ["admin"] },
  "PUT /notices/read": { may: SIGNED_IN, ask: () => ({ body: {} }) },
  "GET /part-health": { may: ["admin"] },
  "GET /incidents": { may: ["admin"] },
};

export const ACCESS_TO_OTHER_USERS: Readonly<Record<string, Row>> = {
  "GET /user/:email": { may: ["owner", "admin"], others: 404, ask: ofOwner },
  "PUT /update-user-role/:email": {
    may: [],
    others: 404,
    ask: (world) => ({ ...ofOwner(world), body: { role: "requested" } }),
    conflict: ["owner"],
  },
  "GET /my-contests/:email": { may: ["owner", "admin"], others: 404, ask: ofOwner },
  "GET /participated-contests/:email": { may: ["owner", "admin"], others: 404, ask: ofOwner },
  "GET /my-stats/:email": { may: ["owner", "admin"], others: 404, ask: ofOwner },
  "PUT /join-contest": {
    may: ["user"],
    others: 422,
    ask: ({ contestId, people }) => ({ body: { contestId, email: people.user!.email } }),
  },
};
