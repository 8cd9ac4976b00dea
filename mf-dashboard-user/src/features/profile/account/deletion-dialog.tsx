import { useState, type FormEvent } from "react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { deleteAccount, previewDeletion, type AccountDeletion } from "@conquest/shared/contracts/account";
import { call } from "@conquest/shared/singletons/call";
import { clearAllDrafts } from "@conquest/shared/singletons/drafts";
import { ApiError } from "@conquest/shared/singletons/http";
import { msg, t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { Button } from "@conquest/shared/ui/button";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { Form } from "@conquest/shared/ui/form/form";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { Note, ErrorNote } from "@conquest/shared/ui/note";
import { InAppNote, isInApp } from "@conquest/shared/ui/in-app-note";

import type { SignIn } from "./account-settings";
import { isWrongPassword } from "./credentials-form";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { query } from "@conquest/shared/singletons/api-hooks";

interface Props {
  signIn: SignIn;
  onClose: () => void;
}

export default function DeletionDialog(props: Props) {
  return (
    <Dialog onClose={props.onClose} title={t("Delete your account?")} size="lg">
      <Deletion {...props} />
    </Dialog>
  );
}

function Deletion(props: Props) {
  // Never refetched automatically, since the user confirms exactly what is shown.
  const preview = useQuery({ ...query(previewDeletion), staleTime: Infinity, retryOnMount: false });
  return (
    <QueryView query={preview} skeleton={<Skeleton />}>
      {(deletion) => <ConfirmDeletion {...props} deletion={deletion} lookAgain={() => void preview.refetch()} />}
    </QueryView>
  );
}

const Skeleton = () => (
  <div role="status" aria-label={t("Checking what will be deleted")} className="du:grid du:gap-3">
    {["a", "b", "c"].map((key) => (
      <div key={key} aria-hidden="true" className="cq-bone du:min-h-8" />
    ))}
  </div>
);

interface ConfirmProps extends Props {
  deletion: AccountDeletion;
  lookAgain: () => void;
}

function ConfirmDeletion({ deletion, signIn: { hasPassword, credentials }, onClose, lookAgain }: ConfirmProps) {
  const navigate = useNavigate();
  const { _id, role } = useAccount();
  const { isAllowed, because, ends, ...others } = deletion;
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  if (!isAllowed) {
    return (
      <>
        <Note tone="warning">{because}</Note>
        <div className="cq-dialog-actions">
          <Button variant="secondary" onClick={onClose}>
            {t("Go back")}
          </Button>
        </div>
      </>
    );
  }

  const confirm = async (reauthentication: Promise<string>): Promise<string | null> => {
    try {
      return await reauthentication;
    } catch (cause) {
      if (hasPassword && isWrongPassword(cause)) setError(t("That password isn't right. Try again."));
      else setFailure((cause as Error).message);
      return null;
    }
  };

  const remove = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setError(undefined);
    setFailure(null);
    if (hasPassword && password === "") return setError(t("Enter your password"));
    setBusy(true);
    // Nothing is awaited before this, since browsers open the Google popup only directly after a click.
    const token = await confirm(hasPassword ? credentials.confirmByPassword(password) : credentials.confirmByGoogle());
    if (token === null) return setBusy(false);
    try {
      await call(deleteAccount, { body: { ...ends, ...others } }, { headers: { Authorization: `Bearer ${token}` } });
    } catch (cause) {
      setBusy(false);
      setFailure((cause as Error).message);
      if (cause instanceof ApiError && cause.code === "has_changed") lookAgain();
      return;
    }
    clearAllDrafts();
    // That page signs out, since this one would then redirect to the login.
    await navigate("/account_deleted", { replace: true, state: { left: _id, refunded: deletion.leaves } });
  };

  return (
    <Form onSubmit={(event) => void remove(event)} className="cq-form">
      <Consequences deletion={deletion} isCreator={role === "creator"} />
      <ErrorNote>{failure}</ErrorNote>
      {hasPassword ? (
        <TextField
          label={t("Current password")}
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          error={error}
          hint={t("To make sure it's you.")}
          onChange={({ target }) => setPassword(target.value)}
        />
      ) : isInApp() ? (
        <InAppNote title={t("Google can’t confirm it’s you in this app")} address={() => window.location.pathname} />
      ) : (
        <p className="cq-hint">{t("Google will ask you to log in, to make sure it's you.")}</p>
      )}
      <div className="cq-dialog-actions">
        <Button variant="secondary" onClick={onClose}>
          {t("Go back")}
        </Button>
        <Button type="submit" variant="danger" isBusy={isBusy} disabled={!hasPassword && isInApp()}>
          {confirmLabel(deletion)}
        </Button>
      </div>
    </Form>
  );
}

const confirmLabel = ({ ends: { refundedCount, refundedTotal } }: AccountDeletion) =>
  refundedTotal === 0
    ? t("Delete my account")
    : t(
        "{n, plural, one {Delete my account and refund # payment, {amount}} other {Delete my account and refund # payments, {amount}}}",
        { n: refundedCount, amount: formatTaka(refundedTotal) },
      );

function describeCancellations({ contestCount, refundedCount, refundedTotal }: AccountDeletion["ends"]): string {
  if (refundedTotal > 0)
    return t(
      "{n, plural, one {# unfinished contest} other {# unfinished contests}} you created will be cancelled and {refunded, plural, one {# payment} other {# payments}} refunded ({amount}).",
      { n: contestCount, refunded: refundedCount, amount: formatTaka(refundedTotal) },
    );
  return t(
    refundedCount > 0
      ? "{n, plural, one {# unfinished contest} other {# unfinished contests}} you created will be cancelled and all participants notified."
      : "{n, plural, one {# unfinished contest} other {# unfinished contests}} you created will be cancelled.",
    { n: contestCount },
  );
}

/** One sentence for each reason. Older servers do not tell the reasons apart. */
function describeStays(stays: AccountDeletion["stays"]): string[] {
  const { count, total, submitted } = stays ?? { count: 0, total: 0 };
  const describe = (message: string, money: { count: number; total: number }) =>
    money.total > 0 ? [t(message, { n: money.count, amount: formatTaka(money.total) })] : [];
  if (!submitted)
    return describe(
      msg(
        "You won't get back {amount} for {n, plural, one {# contest} other {# contests}} because you've submitted an entry or the deadline has passed.",
      ),
      { count, total },
    );
  return [
    ...describe(
      msg(
        "You won't get back {amount} for {n, plural, one {# contest} other {# contests}} because you've submitted an entry.",
      ),
      submitted,
    ),
    ...describe(
      msg(
        "You won't get back {amount} for {n, plural, one {# contest} other {# contests}} because the deadline has passed.",
      ),
      { count: count - submitted.count, total: total - submitted.total },
    ),
  ];
}

function describeWhatStays({ entryCount, wonCount }: AccountDeletion, isCreator: boolean): string {
  if (entryCount === 0)
    return t(
      isCreator
        ? "We keep your payments and your contests with a winner because others rely on them. They'll show “Deleted user”."
        : "We keep your payments because others rely on them. They'll show “Deleted user”.",
    );
  if (wonCount === 0)
    return t(
      isCreator
        ? "We keep {n, plural, one {# entry} other {# entries}}, your payments and your contests with a winner because others rely on them. They'll show “Deleted user”, and only judges can see your entries and your answers to entry forms."
        : "We keep {n, plural, one {# entry} other {# entries}} and your payments because others rely on them. They'll show “Deleted user”, and only judges can see your entries and your answers to entry forms.",
      { n: entryCount },
    );
  return t(
    isCreator
      ? "We keep {n, plural, one {# entry} other {# entries}}, your payments, your wins and your contests with a winner because others rely on them. They'll show “Deleted user”, and only judges can see your entries and your answers to entry forms."
      : "We keep {n, plural, one {# entry} other {# entries}}, your payments and your wins because others rely on them. They'll show “Deleted user”, and only judges can see your entries and your answers to entry forms.",
    { n: entryCount },
  );
}

function Consequences({ deletion, isCreator }: { deletion: AccountDeletion; isCreator: boolean }) {
  const { ends, leaves, stays, lastEntryCount = 0, unsentPrizeCount = 0 } = deletion;
  return (
    <div className="cq-prose">
      <ul>
        {ends.contestCount > 0 && <li>{describeCancellations(ends)}</li>}
        {leaves.count > 0 && (
          <li>
            {t(
              leaves.total > 0
                ? "You'll give up {n, plural, one {# spot} other {# spots}} in open contests and get a refund of {amount}."
                : "You'll give up {n, plural, one {# spot} other {# spots}} in open contests.",
              { n: leaves.count, amount: formatTaka(leaves.total) },
            )}
          </li>
        )}
        {describeStays(stays).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {lastEntryCount > 0 && (
          <li>
            {t(
              "{n, plural, one {# contest} other {# contests}} that no one else could win will be cancelled, and everyone who paid will be refunded.",
              { n: lastEntryCount },
            )}
          </li>
        )}
        {unsentPrizeCount > 0 && (
          <li>
            {t(
              "{n, plural, one {# prize that you haven't sent won't be delivered, and we'll notify its winner.} other {# prizes that you haven't sent won't be delivered, and we'll notify their winners.}}",
              { n: unsentPrizeCount },
            )}
          </li>
        )}
        <li>
          {t("We'll delete your name, photo, email, login, notifications, unanswered questions, drafts and follows.")}
        </li>
        <li>{describeWhatStays(deletion, isCreator)}</li>
        <li>
          {t(
            "You'll be logged out everywhere. This can't be undone. You can register again later with a new, empty account.",
          )}
        </li>
      </ul>
    </div>
  );
}
