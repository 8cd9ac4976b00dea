import { contestForm } from "./contests";
import { createContest } from "./publishing";

const form = {
  name: "River stories",
  image: "https://example.com/river.webp",
  description: "Tell a story of a river.",
  registrationPrice: "200",
  prize: "25000",
  task: "Two pages.",
  tags: "Article Writing",
  deadline: "2031-12-31T17:59:59Z",
} as const;

it.each([
  [
    "as the specification names them",
    { status: "pending", participants: [], creator: { name: "Nadia", email: "nadia@example.com", photo: "" } },
  ],
  ["made up", { status: 7, participants: "everybody", creator: null }],
  ["left out", {}],
])("passes only the form on, with status, participants and creator %s", (_, extra) => {
  expect(createContest.body.parse({ ...form, ...extra })).toEqual(contestForm.parse(form));
});
