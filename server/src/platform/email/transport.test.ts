import { createServer, type AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { renderEmail } from "./render-email";
import { openTransport, type EmailNotSentError, type Transport } from "./transport";

const NAME = 'রহিম, "the" <b>Boss</b>\r\nBcc: everybody@example.com';

const email = {
  ...renderEmail({
    language: "en",
    kind: "cancelled",
    subject: "Contest cancelled: “নদী উৎসব\r\nBcc: all@example.com”",
    text: "“নদী উৎসব\r\nBcc: all@example.com” was cancelled.",
    href: "/contest-details/1",
    amount: "৳500",
    name: NAME,
    siteUrl: "https://conquest.example",
    stopToken: "token",
  }),
  to: { name: NAME, address: "rahim@example.com" },
  messageId: "<one@conquest.example>",
  date: new Date("2026-03-02T06:00:00Z"),
};

describe("a mail server", () => {
  const received: { to: string[]; source: string }[] = [];
  let server: SMTPServer;
  let transport: Transport;

  async function listen(options: SMTPServerOptions = {}): Promise<void> {
    received.length = 0;
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          received.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            source: Buffer.concat(chunks).toString("utf8"),
          });
          done();
        });
      },
      ...options,
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    const { port } = server.server.address() as AddressInfo;
    transport = openTransport(
      { kind: "smtp", url: `smtp://127.0.0.1:${port}`, from: "Conquest <letters@conquest.example>" },
      true,
    )!;
  }
  afterEach(async () => {
    transport.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  const failure = () =>
    transport.send(email).then(
      () => undefined,
      (error: unknown) => error as EmailNotSentError,
    );

  it("receives text and HTML for one recipient, with List-Unsubscribe headers", async () => {
    await listen();
    await transport.send(email);
    expect(received.map(({ to }) => to)).toEqual([["rahim@example.com"]]);
    const { source } = received[0]!;
    const [head] = source.split("\r\n\r\n");
    const names = head!
      .split("\r\n")
      .filter((line) => !/^\s/.test(line))
      .map((line) => line.split(":")[0]!.toLowerCase());
    expect(names).not.toContain("bcc");
    for (const line of [
      "From: Conquest <letters@conquest.example>",
      "Message-ID: <one@conquest.example>",
      "List-Unsubscribe: <https://conquest.example/unsubscribe/token>",
      "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
    ])
      expect(head).toContain(line);
    expect(source).toContain("Content-Type: text/plain; charset=utf-8");
    expect(source).toContain("Content-Type: text/html; charset=utf-8");
  });

  it.each([
    ...[
      "tom&jerry@example.com",
      "o'brien+tag@example.com",
      "a!#$%&'*+-/=?^_`{|}~z@example.com",
      '"quoted"@example.com',
      "দেব@example.com",
      "name@[192.168.0.1]",
    ].map((address) => [address, address]),
    // Equal mailboxes: SMTP quotes this local part, and the test's server decodes the domain.
    ["a,b;c@example.com", '"a,b;c"@example.com'],
    ["name@xn--mnchen-3ya.de", "name@münchen.de"],
  ])("receives an email for %s and no other address", async (address, recipient) => {
    await listen();
    await transport.send({ ...email, to: { name: NAME, address: address! } });
    expect(received.map(({ to }) => to)).toEqual([[recipient]]);
    const [head] = received[0]!.source.split("\r\n\r\n");
    expect(head!.match(/^(?:to|cc|bcc):/gim)).toEqual(["To:"]);
  });

  it("gets no header or recipient from an address with a line break", async () => {
    await listen();
    for (const address of ["a\r\nBcc: b@example.com", "a>b@example.com"]) {
      await transport.send({ ...email, to: { name: NAME, address } }).catch(() => undefined);
      expect(received.flatMap(({ to }) => to)).not.toContain("b@example.com");
      for (const { source } of received) expect(source.split("\r\n\r\n")[0]).not.toMatch(/^bcc:/im);
    }
  });

  it.each(["a<b@example.com", "a>b@example.com", '"<a>"@example.com'])(
    "gets no email for %s, which would arrive at another address",
    async (address) => {
      await listen();
      await expect(transport.send({ ...email, to: { name: NAME, address } })).rejects.toMatchObject({ what: "email" });
      expect(received).toEqual([]);
    },
  );

  it("is not retried for an unknown recipient, whose address is not repeated", async () => {
    await listen({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`No such user ${address}`), { responseCode: 550 })),
    });
    expect(await failure()).toMatchObject({ what: "email", because: "EENVELOPE 550", message: "EENVELOPE 550" });
  });

  it("is retried if it is busy", async () => {
    await listen({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error("Later"), { responseCode: 451 })),
    });
    expect(await failure()).toMatchObject({ what: "later", because: "EENVELOPE 451" });
  });

  it("stops the whole queue if it is unreachable", async () => {
    await listen();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(await failure()).toMatchObject({ what: "server" });
    await listen();
  });
});

it("returns no transport if emails are off", () => {
  expect(openTransport({ kind: "off" }, true)).toBeUndefined();
});

/** The server of the other tests does not read quoted spaces. */
it("names a recipient with a quoted space unchanged", async () => {
  const lines: string[] = [];
  const server = createServer((socket) => {
    let isContent = false;
    let rest = "";
    socket.setEncoding("utf8").write("220 ready\r\n");
    socket.on("data", (chunk: string) => {
      const arrived = (rest + chunk).split("\r\n");
      rest = arrived.pop()!;
      for (const line of arrived) {
        lines.push(line);
        if (line === "DATA") isContent = true;
        else if (line === ".") isContent = false;
        else if (isContent) continue;
        socket.write(isContent ? "354 go on\r\n" : "250 done\r\n");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  const transport = openTransport(
    { kind: "smtp", url: `smtp://127.0.0.1:${port}`, from: "Conquest <letters@conquest.example>" },
    true,
  )!;
  await transport.send({ ...email, to: { name: "Tom", address: '"tom smith"@example.com' } });
  transport.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect(lines.filter((line) => line.startsWith("RCPT"))).toEqual(['RCPT TO:<"tom smith"@example.com>']);
  expect(lines).toContain('To: Tom <"tom smith"@example.com>');
});
