import { Readable } from "node:stream";
import { createHash } from "node:crypto";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwConflict } from "../../platform/errors";
import { FileToSend } from "../../platform/http/file-to-send";
import type { Caller } from "../../platform/sessions/session";
import { toPrintable } from "../../platform/typesetting/paragraph";
import { renderCertificate } from "./certificate";
import { winnersRepository } from "./winners-repository";

export const readCertificate =
  ({ db, config }: Pick<Deps, "db" | "config">) =>
  async (contestId: string, caller: Caller): Promise<FileToSend> => {
    const certified = orNotFound(
      await winnersRepository(db).findCertificateData(contestId, caller.id),
      "You have no certificate of this contest: there is one for who handed in an entry, when the winner is named.",
    );
    const { winnerAt, prize, hasWon, tag } = certified;
    const name = await toPrintable(certified.name);
    if (!name)
      throwConflict(
        "name_not_printable",
        "There are no letters for your name that a certificate could be written in. Please write it in others in your profile, and try again.",
      );
    const contest = (await toPrintable(certified.contest)) || "A contest";
    const { status, removedAt } = certified.creator;
    // Certificates omit a blocked or deleted creator instead of showing a placeholder.
    const creator = status === "verified" && !removedAt ? await toPrintable(certified.creator.name) : "";
    const address = `${config.publicUrl}/contest-details/${contestId}`;
    const content = { name, contest, creator, tag, hasWon, prize, winnerAt: winnerAt!, address };
    return new FileToSend({
      open: async () => Readable.from(await renderCertificate(content)),
      contentType: "application/pdf",
      tag: createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22),
      name: `Certificate ${contest}.pdf`.replace(/[/\\\p{Cc}]/gu, "_"),
      within: "same-origin",
    });
  };
