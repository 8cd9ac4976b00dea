import { useQuery } from "@tanstack/react-query";
import { Download, Printer, ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router-dom";
import { downloadReceipt, getReceipt, type Receipt } from "@conquest/shared/contracts/payments";
import { refundRule } from "@conquest/shared/contracts/text/refund-rule";
import { SIMULATED } from "@conquest/shared/contracts/text/simulated";
import { query } from "@conquest/shared/singletons/api-hooks";
import { pathOf } from "@conquest/shared/singletons/call";
import { ApiError } from "@conquest/shared/singletons/http";
import { T, t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { ValueBadge } from "@conquest/shared/ui/badge";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { DownloadLink } from "@conquest/shared/ui/page/download-link";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { Fact, Section } from "@conquest/shared/ui/page/section";
import { Logo } from "@conquest/shared/ui/picture/logo";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { PAYMENT_STATUSES } from "@conquest/shared/ui/contest/badges";

export default function ReceiptPage() {
  const { number = "" } = useParams();
  const receiptQuery = useQuery(query(getReceipt, { params: { number } }));
  const isMissing = receiptQuery.error instanceof ApiError && receiptQuery.error.status === 404;
  return (
    <div className="du:max-w-3xl">
      <PageHeading title={t("Receipt")} actions={receiptQuery.data && <Actions number={number} />} />
      {isMissing ? (
        <EmptyState
          title={t("We couldn't find that receipt")}
          icon={<ReceiptText aria-hidden="true" size={40} />}
          action={<ButtonLink to="/dashboard/payments">{t("See your payments")}</ButtonLink>}>
          <p>{t("Check the link, or log in with the account that paid.")}</p>
        </EmptyState>
      ) : (
        <QueryView
          query={receiptQuery}
          skeleton={
            <span
              className="cq-bone du:block du:h-160 du:rounded-lg"
              aria-label={t("Loading the receipt")}
              role="status"
            />
          }>
          {(receipt) => <Paper receipt={receipt} />}
        </QueryView>
      )}
    </div>
  );
}

const Actions = ({ number }: { number: string }) => (
  <>
    <Button variant="secondary" onClick={() => window.print()}>
      <Printer aria-hidden="true" size={18} /> {t("Print")}
    </Button>
    <DownloadLink
      path={pathOf(downloadReceipt, { params: { number } })}
      query={() => ({ zone: readZone() })}
      label={t("Download PDF")}
      icon={Download}
    />
  </>
);

// eslint-disable-next-line no-restricted-syntax -- only after a click, which waits for the server anyway
const readZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function Paper({ receipt }: { receipt: Receipt }) {
  const { number, status, amount, paidAt, last4, refund, refundAt, payer, contest, creator } = receipt;
  const format = useDateTimeFormat();
  const paidOn = <time dateTime={paidAt}>{format(paidAt)}</time>;
  return (
    <article
      aria-labelledby="page-heading"
      className="cq-panel du:flex du:flex-col du:gap-8 du:print:border-0 du:print:p-0 du:print:shadow-none">
      <header className="du:flex du:flex-wrap du:items-start du:justify-between du:gap-4">
        <div>
          <p className="cq-money du:text-3xl du:leading-tight du:font-bold">{formatTaka(amount)}</p>
          <p className="du:text-muted">
            <T text="Paid on {day}" day={paidOn} />
          </p>
        </div>
        <div className="du:flex du:flex-col du:items-end du:gap-4">
          <span className="du:hidden du:print:block">
            <Logo />
          </span>
          <ValueBadge of={PAYMENT_STATUSES} value={status} />
        </div>
      </header>
      <dl className="du:grid du:gap-x-8 du:gap-y-5 du:border-t du:border-line du:pt-6 du:sm:grid-cols-2 du:print:grid-cols-2">
        <Fact name={t("Receipt number")}>{number}</Fact>
        <Fact name={t("Paid with")}>{t("Test card ending in {last4}", { last4 })}</Fact>
        <Fact name={t("Paid by")} className="du:wrap-anywhere">
          <span className="du:block" dir="auto" lang={langOf(payer.name)}>
            {payer.name || t("Unnamed user")}
          </span>
          {payer.email && <span className="cq-hint du:block">{payer.email}</span>}
        </Fact>
        <Fact name={t("Contest creator")} className="du:wrap-anywhere">
          <bdi>{creator.name || t("Unnamed creator")}</bdi>
        </Fact>
        {refund && (
          <>
            <Fact name={t("Refunded on")}>
              <time dateTime={refund.at}>{format(refund.at)}</time>
            </Fact>
            <Fact name={t("Refund number")}>{refund.number}</Fact>
          </>
        )}
      </dl>
      <Section headingId="summary" title={t("Summary")} className="du:flex du:flex-col du:gap-4">
        <dl className="du:flex du:flex-col">
          <Line
            name={
              <T
                text="Entry fee for {contest}"
                contest={
                  <Link
                    className="cq-link"
                    to={`/contest-details/${contest._id}`}
                    dir="auto"
                    lang={langOf(contest.name)}>
                    {contest.name}
                  </Link>
                }
              />
            }>
            {formatTaka(amount)}
          </Line>
          <Line name={t("Total paid")} isTotal={!refund}>
            {formatTaka(amount)}
          </Line>
          {refund && (
            <>
              <Line name={t("Refund no. {number}", { number: String(refund.number) })}>
                −{formatTaka(refund.amount)}
              </Line>
              <Line name={t("Total after refund")} isTotal>
                {formatTaka(amount - refund.amount)}
              </Line>
            </>
          )}
        </dl>
      </Section>
      <footer className="du:flex du:flex-col du:gap-3 du:border-t du:border-line du:pt-6 du:text-sm du:text-muted">
        <Section headingId="refunds" title={t("Refunds")} titleClass="du:mb-1 du:font-semibold du:text-ink">
          {refundRule(refundAt ? format(refundAt) : t("the date on the contest page"), t).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Section>
        <p>
          {t(SIMULATED)} {t("No money was charged.")}
        </p>
      </footer>
    </article>
  );
}

const Line = ({ name, isTotal = false, children }: { name: ReactNode; isTotal?: boolean; children: ReactNode }) => (
  <div
    className={`du:flex du:items-baseline du:justify-between du:gap-6 du:border-b du:border-line du:py-3 du:last:border-0 ${isTotal ? "du:font-bold" : ""}`}>
    <dt className="du:min-w-0 du:wrap-anywhere">{name}</dt>
    <dd className="cq-money">{children}</dd>
  </div>
);
