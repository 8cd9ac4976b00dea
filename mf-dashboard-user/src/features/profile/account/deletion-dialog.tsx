import { useState, type FormEvent } from "react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { deleteAccount, previewDeletion, type AccountDeletion } from "@conquest/shared/contracts/account";
import { call } from "@conquest/shared/singletons/call";
import { clearAllDrafts } from "@conquest/shared/singletons/drafts";
import { ApiError } from "@conquest/shared/singletons/http";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { Button } from "@conquest/shared/ui/button";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { Form } from "@conquest/shared/ui/form/form";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { Note, ErrorNote } from "@conquest/shared/ui/note";
import { InAppNote, isInApp } from "@conquest/shared/ui/in-app-note";
import { pluralize } from "@conquest/shared/ui/format/text";
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
    <Dialog onClose={props.onClose} title="Delete your account?" size="lg">
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
  <div role="status" aria-label="Checking what will be deleted" className="du:grid du:gap-3">
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
            Go back
          </Button>
        </div>
      </>
    );
  }

  const confirm = async (reauthentication: Promise<string>): Promise<string | null> => {
    try {
      return await reauthentication;
    } catch (cause) {
      if (hasPassword && isWrongPassword(cause)) setError("That password isn't right. Try again.");
      else setFailure((cause as Error).message);
      return null;
    }
  };

  const remove = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setError(undefined);
    setFailure(null);
    if (hasPassword && password === "") return setError("Enter your password");
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
          label="Current password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          error={error}
          hint="To make sure it's you."
          onChange={({ target }) => setPassword(target.value)}
        />
      ) : isInApp() ? (
        <InAppNote title="Google can’t confirm it’s you in this app" address={() => window.location.pathname} />
      ) : (
        <p className="cq-hint">Google will ask you to log in, to make sure it's you.</p>
      )}
      <div className="cq-dialog-actions">
        <Button variant="secondary" onClick={onClose}>
          Go back
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
    ? "Delete my account"
    : `Delete my account and refund ${pluralize(refundedCount, "payment", "payments")}, ${formatTaka(refundedTotal)}`;

function describeCancellations({ contestCount, refundedCount, refundedTotal }: AccountDeletion["ends"]): string {
  const contests = pluralize(contestCount, "unfinished contest", "unfinished contests");
  if (refundedTotal > 0)
    return `${contests} you created will be cancelled and ${pluralize(refundedCount, "payment", "payments")} refunded (${formatTaka(refundedTotal)}).`;
  return refundedCount > 0
    ? `${contests} you created will be cancelled and all participants notified.`
    : `${contests} you created will be cancelled.`;
}

/** One sentence for each reason. Older servers do not tell the reasons apart. */
function describeStays(stays: AccountDeletion["stays"]): string[] {
  const { count, total, submitted } = stays ?? { count: 0, total: 0 };
  const contests = (number: number) => pluralize(number, "contest", "contests");
  if (!submitted)
    return total > 0
      ? [
          `You won't get back ${formatTaka(total)} for ${contests(count)} because you've submitted an entry or the deadline has passed.`,
        ]
      : [];
  const closed = { count: count - submitted.count, total: total - submitted.total };
  return [
    ...(submitted.total > 0
      ? [
          `You won't get back ${formatTaka(submitted.total)} for ${contests(submitted.count)} because you've submitted an entry.`,
        ]
      : []),
    ...(closed.total > 0
      ? [
          `You won't get back ${formatTaka(closed.total)} for ${contests(closed.count)} because the deadline has passed.`,
        ]
      : []),
  ];
}

function describeWhatStays({ entryCount, wonCount }: AccountDeletion, isCreator: boolean): string {
  const entries = pluralize(entryCount, "entry", "entries");
  if (entryCount === 0)
    return isCreator
      ? "We keep your payments and your contests with a winner because others rely on them. They'll show “Deleted user”."
      : "We keep your payments because others rely on them. They'll show “Deleted user”.";
  if (wonCount === 0)
    return isCreator
      ? `We keep ${entries}, your payments and your contests with a winner because others rely on them. They'll show “Deleted user”, and only judges can see your entries.`
      : `We keep ${entries} and your payments because others rely on them. They'll show “Deleted user”, and only judges can see your entries.`;
  return isCreator
    ? `We keep ${entries}, your payments, your wins and your contests with a winner because others rely on them. They'll show “Deleted user”, and only judges can see your entries.`
    : `We keep ${entries}, your payments and your wins because others rely on them. They'll show “Deleted user”, and only judges can see your entries.`;
}

function Consequences({ deletion, isCreator }: { deletion: AccountDeletion; isCreator: boolean }) {
  const { ends, leaves, stays, lastEntryCount = 0 } = deletion;
  return (
    <div className="cq-prose">
      <ul>
        {ends.contestCount > 0 && <li>{describeCancellations(ends)}</li>}
        {leaves.count > 0 && (
          <li>
            {leaves.total > 0
              ? `You'll give up ${pluralize(leaves.count, "spot", "spots")} in open contests and get a refund of ${formatTaka(leaves.total)}.`
              : `You'll give up ${pluralize(leaves.count, "spot", "spots")} in open contests.`}
          </li>
        )}
        {describeStays(stays).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {lastEntryCount > 0 && (
          <li>
            {pluralize(lastEntryCount, "contest", "contests")} that no one else could win will be cancelled, and
            everyone who paid will be refunded.
          </li>
        )}
        <li>We'll delete your name, photo, email, login, notifications, unanswered questions, drafts and follows.</li>
        <li>{describeWhatStays(deletion, isCreator)}</li>
        <li>
          You'll be logged out everywhere. This can't be undone. You can register again later with a new, empty account.
        </li>
      </ul>
    </div>
  );
}
