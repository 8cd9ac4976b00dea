import { getUser, listUsers, listUsersExcept, requestRole } from "@conquest/shared/contracts/users";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import { joinContest, leaveContest, listParticipatedContests } from "@conquest/shared/contracts/participation";
import { getMyStats } from "@conquest/shared/contracts/winners";
import { listContactMessages, sendContactMessage } from "@conquest/shared/contracts/messages";
import { makeAdmin } from "../users/make-admin";
import { testServer } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const site = testServer();
const { api, people } = site;
const steps = contestSteps(site);

const ACCEPTED = [
  "tom&jerry@example.com",
  "o'brien+tag@example.com",
  "a!#$%&'*+-/=?^_`{|}~z@example.com",
  "a/../b?c#d%2f@example.com",
  ".abc..def.@docomo.ne.jp",
  '"quoted"@example.com',
  '"tom smith"@example.com',
  "a<b>,;:(c)@example.com",
  "=1+1@example.com",
  "দেব@example.com",
  "root@localhost",
  "name@[192.168.0.1]",
  "name@xn--mnchen-3ya.de",
  `${"l".repeat(64)}@${"d".repeat(63)}.${"e".repeat(63)}.${"f".repeat(57)}.com`,
];

const REFUSED = [
  "a@b\r\nBcc:c",
  "a\nb@example.com",
  "a b@example.com",
  "a\u0000b@example.com",
  "a\u007fb@example.com",
  "a\u202eb@example.com",
  "a@b@c",
  "noone",
  "@example.com",
  "noone@",
];

describe.each(ACCEPTED)("the address %s", (email) => {
  it("works for signing in and in every call that contains it", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const person = await people.user({ email });
    const own = { params: { email } };
    const id = await steps.open(creator);
    expect(await api.as(person).call(getUser, own)).toMatchObject({ email });
    await api.as(person).call(joinContest, { body: { contestId: id, email } });
    expect(await api.as(person).call(listParticipatedContests, own)).toHaveLength(1);
    await api.as(person).call(leaveContest, { body: { contestId: id, email } });
    await api.as(person).call(getMyStats, own);
    await api.as(person).call(listMyContests, own);
    const invitation = await steps.invite(creator, id, email);
    await steps.answer(person, invitation);
    await api.as(person).call(requestRole, { ...own, body: { role: "requested" } });
    await api.call(sendContactMessage, { body: { name: "Me", email, message: "Hello" } });
    expect(await api.as(admin).call(listContactMessages, {})).toMatchObject([{ email }]);
    expect((await api.as(admin).call(listUsersExcept, own)).map((each) => each.email)).not.toContain(email);
    expect(
      (await api.as(admin).call(listUsers, { query: { q: email.slice(0, 60) } })).map((each) => each.email),
    ).toContain(email);
    expect((await site.app.inject({ method: "GET", url: `/mailbox?to=${encodeURIComponent(email)}` })).statusCode).toBe(
      200,
    );
    expect(await makeAdmin(site, email)).toBeNull();
  });
});

it("accepts any form of an address that the provider sends", async () => {
  for (const [providerForm, canonical] of [
    ["Tom&Jerry@Example.COM", "tom&jerry@example.com"],
    ["name@MÜNCHEN.de", "name@xn--mnchen-3ya.de"],
    ["re\u0301my@example.com", "r\u00e9my@example.com"],
  ] as const) {
    const cookie = await site.signIn({ uid: providerForm, email: providerForm });
    expect(
      await api
        .as({ id: "", uid: "", name: "", email: canonical, cookie })
        .call(getUser, { params: { email: providerForm } }),
    ).toMatchObject({ email: canonical });
  }
});

it("rejects an invalid address in every address field", async () => {
  const creator = await people.creator();
  const contestId = await steps.open(creator);
  for (const email of REFUSED) {
    const opened = await api.send({
      method: "POST",
      url: "/api/jwt",
      headers: { authorization: `Bearer ${site.identity.issue({ email })}` },
      payload: { email },
    });
    expect([email, opened.statusCode, opened.cookies]).toEqual([email, 422, []]);
    const sent = [
      ["PUT", "/api/join-contest", { contestId, email }],
      ["PUT", "/api/leave-contest", { contestId, email }],
      ["POST", `/api/contest-judges/${contestId}`, { email }],
      ["POST", "/api/contact", { name: "Me", email, message: "Hello" }],
    ] as const;
    for (const [method, url, payload] of sent) {
      const answer = await api.as(creator).send({ method, url, payload });
      expect([email, url, answer.statusCode, answer.json<{ error: { fields?: object } }>().error.fields]).toEqual([
        email,
        url,
        422,
        { email: expect.any(String) as string },
      ]);
    }
    expect((await api.as(creator).expectError(getUser, { params: { email } })).status).toBe(404);
  }
});
