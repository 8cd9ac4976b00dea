import type { FastifyInstance } from "fastify";
import * as judging from "@conquest/shared/contracts/judging/judged-entries";
import * as contract from "@conquest/shared/contracts/media/entry-files";
import type { Deps } from "../../platform/deps";
import { orNotFound, notFound } from "../../platform/errors";
import { filesRepository, toStoredFile } from "../../platform/files/files-repository";
import type {} from "../../platform/files/file-uploads";
import type {} from "../../platform/limits/export-limits";
import { registerEndpoint } from "../../platform/register-endpoint";
import { findEntryFile } from "./entry-file-access";
import { exportEntries } from "./export/export-entries";

/** Needs `app.files` and `app.exports`. */
export function entryFilesRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  registerEndpoint(app, contract.uploadEntryFile, async ({ query: { name }, body, caller }) =>
    toStoredFile(
      await app.files.take({
        content: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        name,
        uploaderId: caller.id,
        use: "entry",
        widths: contract.ENTRY_PICTURE_WIDTHS,
      }),
    ),
  );
  registerEndpoint(app, contract.removeEntryFile, async ({ params: { id }, caller }) => {
    const deletedCount = await filesRepository(db).releaseOwn(id, caller.id, "entry");
    if (deletedCount === 0) notFound("No such file of yours that could be taken back.");
    return { deletedCount };
  });
  const find = findEntryFile({ db, clock });
  const exportAs = exportEntries({ db, clock, files: app.files, exports: app.exports });
  registerEndpoint(app, judging.exportEntries, ({ params, query, caller }) =>
    exportAs(params.contestId, query.as ?? "csv", caller),
  );
  registerEndpoint(app, contract.readEntryFile, async ({ params: { id }, query: { w }, caller }, { request }) => {
    const file = orNotFound(await find(id, caller), "No such file.");
    return app.files.answer(file, { width: w, accept: request.headers.accept });
  });
}
