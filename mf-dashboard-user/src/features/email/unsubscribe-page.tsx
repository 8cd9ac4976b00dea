import { useQuery } from "@tanstack/react-query";
import { MailX } from "lucide-react";
import { useRef } from "react";
import { Link, useParams } from "react-router-dom";
import { readUnsubscribe, unsubscribeByLink } from "@conquest/shared/contracts/email-preferences";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { t } from "@conquest/shared/singletons/language";
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
      <PageHeading title={t("Emails from Conquest")} />
      {isInvalidToken(subscription.error) ? (
        <EmptyState title={t("This unsubscribe link isn't valid")} icon={<MailX aria-hidden="true" size={40} />}>
          <p>{t("It's incomplete, or it isn't from one of our emails.")}</p>
          <p>
            <Link to="/dashboard/profile?tab=emails" className="cq-link">
              {t("Choose your emails")}
            </Link>
          </p>
        </EmptyState>
      ) : (
        <section ref={section} className="cq-panel">
          <QueryView
            query={subscription}
            skeleton={
              <span className="cq-bone du:block du:h-40 du:rounded-md" aria-label={t("Loading")} role="status" />
            }>
            {({ title, email, isAlways = false }) =>
              isAlways ? (
                <>
                  <h2 className="du:mb-2 du:text-xl du:font-bold du:wrap-anywhere">
                    {t("Emails about “{title}” are always sent", { title })}
                  </h2>
                  <p className="du:mb-4 du:wrap-anywhere">
                    {t(
                      "{email} gets these emails because they're about its account, or confirm payments and refunds.",
                      { email },
                    )}
                  </p>
                  <p>
                    <Link to="/dashboard/profile?tab=emails" className="cq-link">
                      {t("Choose your other emails")}
                    </Link>
                  </p>
                </>
              ) : stopped ? (
                <>
                  <h2 tabIndex={-1} className="du:mb-2 du:text-xl du:font-bold">
                    {t("Unsubscribed")}
                  </h2>
                  <p className="du:mb-4 du:wrap-anywhere">
                    {t(
                      "{email} won't get emails about “{title}” anymore. You'll still see updates in your notifications.",
                      { email, title },
                    )}
                  </p>
                  <p>
                    <Link to="/dashboard/profile?tab=emails" className="cq-link">
                      {t("Choose your other emails, or turn these back on")}
                    </Link>
                  </p>
                </>
              ) : (
                <>
                  <h2 className="du:mb-2 du:text-xl du:font-bold du:wrap-anywhere">
                    {t("Unsubscribe from emails about “{title}”?", { title })}
                  </h2>
                  <p className="du:mb-5 du:wrap-anywhere">
                    {t("These emails go to {email}. Your other emails won't change.", { email })}
                  </p>
                  {stop.isError && (
                    <Note tone="danger" role="alert" title={t("Couldn't unsubscribe")}>
                      <p>{stop.error.message}</p>
                    </Note>
                  )}
                  <Button
                    isBusy={stop.isPending}
                    onClick={() =>
                      stop.mutate({ params: { token } }, { onSuccess: () => focusHeadingIfLost(section.current) })
                    }>
                    {t("Unsubscribe")}
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
