import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { auditLedger, type LedgerAudit } from "@conquest/shared/contracts/ledger";
import { query } from "@conquest/shared/singletons/api-hooks";
import { Badge } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { pluralize } from "@conquest/shared/ui/format/text";
import { RelativeTime, useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { SignedTaka } from "./signed-taka";

/** The audit reads the whole ledger, so its result is cached longer than others. */
const STALE_TIME_MS = 5 * 60_000;

export function LedgerSums() {
  const audit = useQuery({ ...query(auditLedger), staleTime: STALE_TIME_MS });
  return (
    <section className="cq-panel da:mb-6 da:grid da:grid-cols-[minmax(0,1fr)] da:gap-5" aria-label="Sums">
      <QueryView query={audit} skeleton={<Skeleton />}>
        {(result) => (
          <>
            <Figures audit={result} />
            <div className="da:flex da:flex-wrap da:items-center da:justify-between da:gap-3 da:border-t da:border-line da:pt-4">
              <p className="da:flex da:flex-wrap da:items-center da:gap-x-3 da:gap-y-1">
                <span role="status">
                  {result.differenceCount === 0 ? (
                    <Badge tone="success" icon="cq-icon cq-icon-circle-check">
                      It adds up
                    </Badge>
                  ) : (
                    <Badge tone="danger" icon="cq-icon cq-icon-circle-x">
                      It does not add up
                    </Badge>
                  )}
                </span>
                <AsOf at={result.asOf} />
              </p>
              <Button variant="secondary" size="sm" isBusy={audit.isFetching} onClick={() => void audit.refetch()}>
                {!audit.isFetching && <RefreshCw aria-hidden="true" size={16} />}
                Check again
              </Button>
            </div>
            {audit.isError && !audit.isFetching && (
              <Note tone="warning" isAlert>
                It could not be checked again: {audit.error.message}
              </Note>
            )}
            {result.differenceCount > 0 && <Differences audit={result} />}
          </>
        )}
      </QueryView>
    </section>
  );
}

/** Column widths do not depend on the amounts, so the skeleton has the same rows and nothing shifts. */
const FIGURES = "da:grid da:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))] da:gap-x-6 da:gap-y-4";

function AsOf({ at }: { at: string }) {
  const format = useDateTimeFormat();
  return (
    <span className="cq-hint">
      Checked <RelativeTime at={at} />, as of {format(at)}
    </span>
  );
}

function Figures({ audit: { taken, refunded, held, payments, refunds } }: { audit: LedgerAudit }) {
  return (
    <dl className={FIGURES}>
      <Figure name="Taken" note={pluralize(payments, "payment", "payments")}>
        <SignedTaka amount={taken} />
      </Figure>
      <Figure name="Refunded" note={pluralize(refunds, "refund", "refunds")}>
        <SignedTaka amount={refunded} />
      </Figure>
      <Figure name="Held" note="taken, less what was refunded">
        <SignedTaka amount={held} />
      </Figure>
    </dl>
  );
}

const Figure = ({ name, note, children }: { name: string; note: string; children: ReactNode }) => (
  <div>
    <dt className="cq-hint">{name}</dt>
    <dd>
      <span className="da:block da:text-2xl da:font-semibold">{children}</span>
      <span className="cq-hint">{note}</span>
    </dd>
  </div>
);

function Differences({ audit: { differences, differenceCount } }: { audit: LedgerAudit }) {
  const moreCount = differenceCount - differences.length;
  return (
    <Note
      tone="danger"
      isAlert
      title={`${pluralize(differenceCount, "difference", "differences")} between the ledger and what it is about`}>
      <ul className="da:mt-2 da:grid da:gap-2 da:text-sm da:wrap-anywhere">
        {differences.map((sentence, index) => (
          <li key={index}>{sentence}</li>
        ))}
      </ul>
      {moreCount > 0 && (
        <p className="da:mt-2 da:text-sm">
          And {moreCount} more: <code className="da:font-mono">npm run audit:ledger</code> names all of them.
        </p>
      )}
    </Note>
  );
}

const Skeleton = () => (
  <div role="status" aria-busy="true">
    <span className="cq-visually-hidden">Adding up the ledger</span>
    <div className={FIGURES}>
      {[0, 1, 2].map((index) => (
        <div key={index} className="cq-bone da:h-22" />
      ))}
    </div>
    <div className="cq-bone da:mt-5 da:h-35 da:sm:h-14" />
  </div>
);
