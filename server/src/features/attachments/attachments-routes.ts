import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/attachments";
import type { Deps } from "../../platform/deps";
import { toStoredFile, type FileRow } from "../../platform/files/files-repository";
import { registerEndpoint } from "../../platform/register-endpoint";
import { attachFile, removeAttachment } from "./attach-file";

const toAttachments = (rows: readonly FileRow[]) => ({ attachments: rows.map(toStoredFile) });

export function attachmentsRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, contract.attachFile, async ({ params: { contestId }, body: { fileId }, caller }) =>
    toAttachments(await attachFile(deps, { contestId, fileId }, caller)),
  );
  registerEndpoint(app, contract.removeAttachment, async ({ params: { contestId, fileId }, caller }) =>
    toAttachments(await removeAttachment(deps, { contestId, fileId }, caller)),
  );
}
