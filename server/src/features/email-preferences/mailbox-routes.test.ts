import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { letters } from "../../database/schema/messages";
import { testServer } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { readConfig } from "../../config/config";

const PRODUCTION = readConfig({
  NODE_ENV: "production",
  SITE_URL: "https://conquest.example",
  FIREBASE_PROJECT_ID: "conquest",
  FIREBASE_API_KEY: "key",
  DATA_DIR: "/tmp/none",
});

describe("the mailbox of a local site", () => {
  const server = testServer();
  const { api, people } = server;
  const steps = contestSteps(server);
  const get = (url: string) => server.app.inject({ method: "GET", url });

  it("lists sent emails newest first and renders amounts and links safely", async () => {
    const [creator, ann, bob] = [await people.creator(), await people.user(), await people.user()];
    const id = await steps.open(creator, { name: "<b>নদী</b> & more", prize: "500" });
    for (const person of [ann, bob]) await steps.join(person, id);
    expect((await get("/mailbox")).body).toContain("Queued until 06:01 UTC");
    server.clock.advance(60_000);
    expect((await get("/mailbox")).body).not.toContain("Queued until");
    await api.as(creator).call(deleteContest, { params: { id }, body: { reason: "Too few" } });
    const list = await get("/mailbox");
    expect(list.statusCode).toBe(200);
    expect(list.body).not.toContain("<b>নদী");
    expect(list.body.indexOf("Contest cancelled")).toBeLessThan(list.body.indexOf("Payment received"));
    expect((await server.db.select().from(letters)).every(({ sentAt }) => sentAt !== null)).toBe(true);

    const own = await get(`/mailbox?to=${encodeURIComponent(` ${ann.email.toUpperCase()} `)}`);
    expect(own.body).toContain(`To ${ann.email}`);
    expect(own.body).not.toContain(`To ${bob.email}`);
    expect((await get("/mailbox?to=unknown@example.com")).body).toContain("No emails to unknown@example.com");

    const [, emailId] = /href="\/mailbox\/([\w-]+)"><strong>Contest cancelled/.exec(own.body) ?? [];
    const email = await get(`/mailbox/${emailId}`);
    expect(email.body).toContain('sandbox="allow-top-navigation-by-user-activation"');
    const body = await get(`/mailbox/${emailId}/body`);
    expect(body.headers["content-security-policy"]).toContain("sandbox allow-top-navigation-by-user-activation");
    expect(body.body).toContain("Refunded: <strong>৳500</strong>");
    expect(body.body).toContain(`http://localhost:3000/contest-details/${id}`);
    expect(body.body).not.toContain("/unsubscribe/");
  });

  it("combines rows of one email under a stable link", async () => {
    const [creator, stranger] = [
      await people.creator(),
      await people.user({ email: "stranger@example.com", emailVerified: false }),
    ];
    const id = await steps.open(creator, { prize: "500" });
    for (let nth = 0; nth < 3; nth += 1) {
      await steps.join(stranger, id);
      await api.as(stranger).call(leaveContest, { body: { contestId: id, email: stranger.email } });
    }
    const emailsOf = async () =>
      [...(await get("/mailbox?to=stranger@example.com")).body.matchAll(/href="\/mailbox\/([\w-]+)"/g)].map(
        ([, email]) => email,
      );
    const [before, ...others] = await emailsOf();
    expect(others).toEqual([]);
    server.clock.advance(60_000);
    expect(await emailsOf()).toEqual([before]);
    const { body } = await get(`/mailbox/${before!}/body`);
    for (const part of [
      "This email covers 6 updates, newest first.",
      "Paid: <strong>৳1,500</strong>",
      "Refunded: <strong>৳1,500</strong>",
      "http://localhost:3000/dashboard/payments/",
    ])
      expect(body).toContain(part);
    await steps.join(stranger, id);
    await api.as(stranger).call(leaveContest, { body: { contestId: id, email: stranger.email } });
    expect(await emailsOf()).toHaveLength(2);
    server.clock.advance(60_000);
    expect((await get("/mailbox?to=stranger@example.com")).body).toContain("Queued until 07:01 UTC");
  });

  it("handles an empty list, unknown emails and an unavailable identity service", async () => {
    const list = await get("/mailbox");
    expect(list.body).toContain("No emails yet");
    expect(list.body).toContain("isn't responding");
    expect((await get("/mailbox/none")).statusCode).toBe(404);
    expect((await get("/mailbox/none/body")).statusCode).toBe(404);
    expect((await get("/mailbox/%00")).statusCode).toBe(404);
    expect((await get("/mailbox?to=%00")).statusCode).toBe(200);
  });
});

describe("emails of the identity service", () => {
  let emulator: Server;
  const codes = [
    {
      email: "ann@example.com",
      oobCode: "reset-1",
      oobLink: "http://127.0.0.1/ignored",
      requestType: "PASSWORD_RESET",
    },
    {
      email: "bob@example.com",
      newEmail: "bob@new.example",
      oobCode: "change/2",
      requestType: "VERIFY_AND_CHANGE_EMAIL",
    },
    { email: "eve@example.com", oobCode: "3", requestType: "EMAIL_SIGNIN" },
  ];
  const server = testServer();
  beforeAll(async () => {
    emulator = createServer((request, response) =>
      response.end(
        request.url === "/emulator/v1/projects/demo-conquest/oobCodes" ? JSON.stringify({ oobCodes: codes }) : "{}",
      ),
    );
    await new Promise<void>((resolve) => emulator.listen(0, "127.0.0.1", resolve));
    // The server reads this setting on each request.
    server.config.identity.emulatorHost = `127.0.0.1:${(emulator.address() as AddressInfo).port}`;
  });
  afterAll(() => emulator.close());
  const get = (url: string) => server.app.inject({ method: "GET", url });

  it("link to the site's own pages", async () => {
    const { body } = await get("/mailbox");
    expect(body.indexOf("Confirm your new email address")).toBeLessThan(body.indexOf("Reset your password"));
    expect(body).not.toContain("eve@example.com");
    expect((await get("/mailbox/identity-reset-1/body")).body).toContain(
      "http://localhost:3000/account_action?mode=resetPassword&amp;oobCode=reset-1",
    );
    const changed = await get(`/mailbox/${encodeURIComponent("identity-change/2")}/body`);
    expect(changed.body).toContain("mode=verifyAndChangeEmail&amp;oobCode=change%2F2");
    expect((await get("/mailbox?to=bob@new.example")).body).not.toContain("Reset your password");
  });
});

describe.each([
  ["in production", { ...PRODUCTION, logLevel: "silent" }],
  [
    "with a real identity project",
    { identity: { projectId: "conquest", emulatorHost: null, serviceAccount: undefined } },
  ],
])("%s", (_, config) => {
  const server = testServer({ config });

  it("has no mailbox", async () => {
    const answers = await Promise.all(
      ["/mailbox", "/mailbox/one", "/mailbox/one/body"].map((url) => server.app.inject({ method: "GET", url })),
    );
    // Handled like any unknown page, which needs a released shell.
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
    expect(answers.some(({ body }) => body.includes("Mailbox"))).toBe(false);
  });
});
