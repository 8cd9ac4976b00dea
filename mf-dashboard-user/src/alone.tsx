import "@conquest/shared/styles/page.css";
import { getMyStats, listWonContests } from "@conquest/shared/contracts/winners";
import { listNotices, markNoticesRead } from "@conquest/shared/contracts/messages";
import { listParticipatedContests } from "@conquest/shared/contracts/taking-part";
import { uploadPicture } from "@conquest/shared/contracts/uploads";
import { listUsers, requestRole, updateProfile } from "@conquest/shared/contracts/users";
import { runAlone } from "@conquest/shared/testing/run-alone";
import { aNotice, aParticipation, aUser, sampleId } from "@conquest/shared/testing/samples";
import { stub } from "@conquest/shared/testing/stubs";
import remote from "../remote.json";
import UserRoutes from "./routes";

runAlone(remote, UserRoutes, {
  as: "user",
  answers: [
    stub(listNotices, [aNotice(), aNotice({ _id: sampleId(32), kind: "winner", text: "You won “Film in a tweet”.", isRead: true })]),
    stub(markNoticesRead, { modifiedCount: 2 }),
    stub(listParticipatedContests, [
      aParticipation(),
      aParticipation({ _id: sampleId(2), name: "Film in a tweet", phase: "completed", entryState: "winner", answer: { rating: 5, hasWord: true } }),
    ]),
    stub(listWonContests, [
      { id: sampleId(2), image: "/media/covers/image-design-1.webp", name: "Film in a tweet", dateWon: new Date().toISOString(), prize: 9000, note: "Sharp." },
    ]),
    stub(getMyStats, { joined: 9, finished: 8, won: 3 }),
    stub(listUsers, [aUser()]),
    stub(requestRole, { modifiedCount: 1 }),
    stub(updateProfile, ({ body }) => aUser({ name: body.name || aUser().name })),
    stub(uploadPicture, { address: "/media/people/woman-01.webp", width: 640, height: 640 }),
  ],
});
