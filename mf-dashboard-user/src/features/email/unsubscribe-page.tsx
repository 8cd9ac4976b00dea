import { useQuery } from "@tanstack/react-query";
import { MailX } from "lucide-react";
import { useRef } from "react";
import { Link, useParams } from "react-router-dom";
import { readUnsubscribe, unsubscribeByLink } from "@conquest/shared/contracts/email-preferences";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { Button } from "@conquest/shared/ui/button";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { Note } from "@conquest/shared/ui/note";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";

/** The token is unknown or malformed, so a retry is useless. */
const isInvalidToken = (error: Error | null) =>
  error instanceof ApiError && (error.status === 404 || error.status === 422);

/** Landing page of unsubscribe links. Requires a press, since mail scanners open every link. */
export default function UnsubscribePage() {
  const { token = "" } = useParams();
  const subscription = useQuery(query(readUnsubscribe, { params: { token } }));
  const stop = useCall(unsubscribeByLink);
  const section = useRef<HTMLElement>(null);
  // The mutation's result takes precedence, since the query may return a stale cached response.
  const stopped = stop.data ?? (subscription.data?.isWanted === false ? subscription.data : undefined);
  return (
    <div className="cq-container cq-page cq-page-narrow">
      <PageHeading title="E-mails from Conquest" />
      {isInvalidToken(subscription.error) ? (
        <EmptyState title="This link stops nothing" icon={<MailX aria-hidden="true" size={40} />}>
          <p>It is of no letter of ours, or came here changed.</p>
          <p>
            <Link to="/dashboard/profile" className="cq-link">
              Choose your e-mails
            </Link>
          </p>
        </EmptyState>
      ) : (
        <section ref={section} className="cq-panel">
          <QueryView
            query={subscription}
            skeleton={<span className="cq-bone du:block du:h-40 du:rounded-md" aria-label="Loading" role="status" />}>
            {({ title, email, isAlways = false }) =>
              isAlways ? (
                <>
                  <h2 className="du:mb-2 du:text-xl du:font-bold du:wrap-anywhere">
                    Emails about “{title}” are always sent
                  </h2>
                  <p className="du:mb-4 du:wrap-anywhere">
                    {email} gets them because they are about its account or confirm its payments and refunds.
                  </p>
                  <p>
                    <Link to="/dashboard/profile" className="cq-link">
                      Choose your other emails
                    </Link>
                  </p>
                </>
              ) : stopped ? (
                <>
                  <h2 tabIndex={-1} className="du:mb-2 du:text-xl du:font-bold">
                    Stopped
                  </h2>
                  <p className="du:mb-4 du:wrap-anywhere">
                    {email} gets no more e-mails about “{title}”. What happens is still told among your notices.
                  </p>
                  <p>
                    <Link to="/dashboard/profile" className="cq-link">
                      Choose your other e-mails, or have these again
                    </Link>
                  </p>
                </>
              ) : (
                <>
                  <h2 className="du:mb-2 du:text-xl du:font-bold du:wrap-anywhere">Stop e-mails about “{title}”?</h2>
                  <p className="du:mb-5 du:wrap-anywhere">They go to {email}. All others stay as they are.</p>
                  {stop.isError && (
                    <Note tone="danger" role="alert" title="Not stopped">
                      <p>{stop.error.message}</p>
                    </Note>
                  )}
                  <Button
                    isBusy={stop.isPending}
                    onClick={() =>
                      stop.mutate({ params: { token } }, { onSuccess: () => focusHeadingIfLost(section.current) })
                    }>
                    Stop these e-mails
                  </Button>
                </>
              )
            }
          </QueryView>
        </section>
      )}
    </div>
  );
}
