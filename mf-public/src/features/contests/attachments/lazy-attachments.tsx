import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { t } from "@conquest/shared/singletons/language";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { LazySection } from "../lazy-section";

const Attachments = lazyComponent(() => import(/* webpackChunkName: "attachments" */ "./attachments"));
const AttachmentsField = lazyComponent(() => import(/* webpackChunkName: "attachments-field" */ "./attachments-field"));

export const hasAttachments = ({ attachments = [], may }: ContestDetails) =>
  attachments.length > 0 || may.edit.isAllowed;

const NONE: readonly StoredFile[] = [];

/** The contest's files. If their code cannot be loaded, the rest of the page is not affected. */
export function LazyAttachments({ contest: { _id, attachments, may } }: { contest: ContestDetails }) {
  const files = attachments ?? NONE;
  const { isAllowed: canChange } = may.edit;
  return (
    <LazySection
      key={String(canChange)}
      code={canChange ? AttachmentsField : Attachments}
      failed={t("Couldn't load the attachments. Check your connection and try again.")}
      skeleton={
        <div role="status" aria-busy="true" className="pu:flex pu:flex-col pu:gap-2">
          <span className="cq-visually-hidden">{t("Loading attachments")}</span>
          {files.map((file) => (
            <div key={file._id} aria-hidden="true" className="cq-bone pu:h-16" />
          ))}
        </div>
      }>
      {canChange ? <AttachmentsField contestId={_id} files={files} /> : <Attachments files={files} />}
    </LazySection>
  );
}
