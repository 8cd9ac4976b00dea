import { useQuery } from "@tanstack/react-query";
import { listBriefChanges, type BriefChange, type TextStretch } from "@conquest/shared/contracts/brief-changes";
import { query } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { QueryView } from "@conquest/shared/ui/state/query-view";

export default function BriefChanges({ contestId }: { contestId: string }) {
  const changes = useQuery(query(listBriefChanges, { params: { contestId } }));
  return (
    <QueryView query={changes} skeleton={<div className="cq-bone pu:h-24" />}>
      {({ changes: found, hasMore }) =>
        found.length === 0 ? (
          <p className="cq-hint">{t("The texts are as they were published.")}</p>
        ) : (
          <>
            <ol aria-label={t("Changes since publication")} className="pu:flex pu:flex-col pu:gap-5">
              {found.map((change) => (
                <li key={change.at} className="pu:flex pu:flex-col pu:gap-2 pu:border-t pu:border-line pu:pt-3">
                  <p className="cq-hint">
                    <RelativeTime at={change.at} />
                  </p>
                  <Change of={change} />
                </li>
              ))}
            </ol>
            {hasMore && <p className="cq-hint">{t("Only the last {n} changes are shown.", { n: found.length })}</p>}
          </>
        )
      }
    </QueryView>
  );
}

const Change = ({ of: { description, task } }: { of: BriefChange }) => (
  <>
    {description && <Difference title={t("Description")} stretches={description} />}
    {task && <Difference title={t("Task")} stretches={task} />}
  </>
);

function Difference({ title, stretches }: { title: string; stretches: readonly TextStretch[] }) {
  const after = stretches.map(({ kind, text }) => (kind === "removed" ? "" : text)).join("");
  return (
    <div>
      <h4 className="pu:font-semibold">{title}</h4>
      <div className="cq-user-text" dir="auto" lang={langOf(after)}>
        {stretches.map(({ kind, text }, index) => {
          if (kind === "removed")
            return (
              <del key={index} className={`pu:bg-danger-soft pu:text-danger ${STRETCH}`}>
                {text}
              </del>
            );
          if (kind === "added")
            return (
              <ins key={index} className={`pu:bg-success-soft pu:text-success ${STRETCH}`}>
                {text}
              </ins>
            );
          return <span key={index}>{text}</span>;
        })}
      </div>
    </div>
  );
}

const STRETCH = "pu:rounded-xs pu:box-decoration-clone pu:underline-offset-2";
