import { letters } from "../../database/schema/messages";
import { aServer, describeOnPostgres } from "../../testing/a-server";
import { notify } from "../notify";
import { sendLetters } from "./send-letters";

describeOnPostgres("letters with several servers", () => {
  const server = aServer({ needsPostgres: true });
  const COUNT = 60;

  it("sends each once", async () => {
    const ann = await server.people.user();
    await notify(server.db, server.clock, Array.from({ length: COUNT }, (_, nth) => ({ userId: ann.id, kind: "refunded", text: `You left “${nth}”.`, href: "/" })));
    const sent: string[] = [];
    const transport = {
      async send({ messageId }: { messageId: string }) {
        // Long enough that the others come by.
        await new Promise((resolve) => setImmediate(resolve));
        sent.push(messageId);
      },
      close: () => undefined,
    };
    await Promise.all(Array.from({ length: 6 }, () => sendLetters(server, { transport, heard: () => undefined })));
    expect(sent).toHaveLength(COUNT);
    expect(new Set(sent).size).toBe(COUNT);
    expect((await server.db.select().from(letters)).every(({ sentAt, attempts }) => sentAt !== null && attempts === 1)).toBe(true);
  });
});
