import { useInfiniteQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { Link, useSearchParams } from "react-router-dom";
import { LEDGER_KINDS } from "@conquest/shared/contracts/ledger";
import { listPayments, type Payment } from "@conquest/shared/contracts/payments";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { msg, t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { ValueBadge, type BadgeContent } from "@conquest/shared/ui/badge";
import { ButtonLink } from "@conquest/shared/ui/button";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { DataTable, SkeletonRows, type Column } from "@conquest/shared/ui/list/data-table";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { PAYMENT_STATUSES } from "@conquest/shared/ui/contest/badges";
import { HelpLink } from "@conquest/shared/ui/help-link";

const KINDS = [
  { value: "", label: msg("Payments and refunds") },
  { value: "payment", label: msg("Payments") },
  { value: "refund", label: msg("Refunds") },
];

export default function PaymentsPage() {
  const [params, setParams] = useSearchParams();
  const kind = LEDGER_KINDS.find((each) => each === params.get("kind"));
  const payments = useInfiniteQuery(pages(listPayments, kind ? { query: { kind } } : {}));
  const columns = usePaymentColumns();
  const show = (value: string) => setParams(value ? { kind: value } : {}, { replace: true });
  return (
    <ListPage
      title={t("Payments")}
      subtitle={
        <>
          {t("What you paid to join contests, and what you got back.")}{" "}
          <HelpLink to="participants#refunds">{t("How refunds work")}</HelpLink>
        </>
      }
      unit={[t("transaction"), t("transactions")]}
      list={payments}
      rowKey={({ number }) => String(number)}
      // Payments never move, so new ones can be inserted at the top at once.
      visitKey={String(payments.dataUpdatedAt)}
      filter={{
        bar: (
          <div className="cq-filter-bar">
            <SelectField
              label={t("Show")}
              name="kind"
              options={KINDS.map(({ value, label }) => ({ value, label: t(label) }))}
              value={kind ?? ""}
              onChange={(event) => show(event.target.value)}
            />
          </div>
        ),
        isFiltered: kind !== undefined,
        clear: () => show(""),
        nothing: t(kind === "refund" ? "You have no refunds" : "You have no payments"),
        all: t("Show payments and refunds"),
      }}
      skeleton={<SkeletonRows label={t("Loading your payments")} />}
      empty={
        <EmptyState
          title={t("You haven't paid for anything yet")}
          icon={<ReceiptText aria-hidden="true" size={40} />}
          action={<ButtonLink to="/all_contests?phase=open">{t("Find a contest")}</ButtonLink>}>
          <p>{t("When you join a contest with an entry fee, the payment and its receipt appear here.")}</p>
        </EmptyState>
      }>
      {(rows) => (
        <DataTable
          caption={t("Your payments and refunds")}
          columns={columns}
          rows={rows}
          rowKey={({ number }) => String(number)}
        />
      )}
    </ListPage>
  );
}

const STATUSES: Readonly<Record<string, BadgeContent>> = {
  ...PAYMENT_STATUSES,
  refund: { label: msg("Refund"), tone: "success" },
};

const statusOf = ({ kind, isRefunded }: Payment) => (kind !== "payment" ? kind : isRefunded ? "refunded" : "paid");

function usePaymentColumns(): Column<Payment>[] {
  const format = useDateTimeFormat();
  return [
    {
      key: "contest",
      header: t("Contest"),
      isRowHeader: true,
      cell: ({ number, contest: { _id, name } }) => (
        <Link
          id={`payment-${number}`}
          dir="auto"
          lang={langOf(name)}
          className="cq-link"
          to={`/contest-details/${_id}`}>
          {name}
        </Link>
      ),
    },
    {
      key: "status",
      header: t("Status"),
      cell: (payment) => (
        <span className="du:inline-flex du:flex-wrap du:items-center du:gap-x-3 du:gap-y-1">
          <ValueBadge of={STATUSES} value={statusOf(payment)} />
          <span className="cq-hint">{t("No. {number}", { number: String(payment.number) })}</span>
        </span>
      ),
    },
    {
      key: "amount",
      header: t("Amount"),
      cell: ({ amount }) => (
        <span className="cq-money">
          {/* The ledger's sign is the site's. */}
          {amount < 0 && "+"}
          {formatTaka(Math.abs(amount))}
        </span>
      ),
    },
    { key: "at", header: t("Date"), cell: ({ at }) => <time dateTime={at}>{format(at)}</time> },
    {
      key: "actions",
      header: t("Actions"),
      isActions: true,
      cell: ({ number, receiptNumber }) => (
        <ButtonLink
          to={`/dashboard/payments/${receiptNumber}`}
          size="sm"
          variant="secondary"
          aria-describedby={`payment-${number}`}>
          <ReceiptText aria-hidden="true" size={16} />
          {t("Receipt")}
        </ButtonLink>
      ),
    },
  ];
}
