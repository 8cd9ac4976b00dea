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
  <div role="status" aria-label="Looking what it means" className="du:grid du:gap-3">
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
      if (hasPassword && isWrongPassword(cause)) setError("This is not your password.");
      else setFailure((cause as Error).message);
      return null;
    }
  };

  const remove = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setError(undefined);
    setFailure(null);
    if (hasPassword && password === "") return setError("Please enter your password.");
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
    await navigate("/account_deleted", { replace: true, state: { left: _id } });
  };

  return (
    <Form onSubmit={(event) => void remove(event)} className="cq-form">
      <Consequences deletion={deletion} isCreator={role === "creator"} />
      <ErrorNote>{failure}</ErrorNote>
      {hasPassword ? (
        <TextField
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          error={error}
          hint="So that nobody else does this at your browser."
          onChange={({ target }) => setPassword(target.value)}
        />
      ) : isInApp() ? (
        <InAppNote title="Google can’t confirm it’s you in this app" address={() => window.location.pathname} />
      ) : (
        <p className="cq-hint">Google will ask you who you are, so that nobody else does this at your browser.</p>
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

function Consequences({ deletion, isCreator }: { deletion: AccountDeletion; isCreator: boolean }) {
  const { ends, leaves, entryCount, lastEntryCount = 0 } = deletion;
  return (
    <div className="cq-prose">
      <ul>
        {ends.contestCount > 0 && (
          <li>
            {pluralize(
              ends.contestCount,
              "contest of yours that is not decided ends",
              "contests of yours that are not decided end",
            )}
            {ends.refundedTotal > 0 &&
              `: ${pluralize(ends.refundedCount, "payment is given back", "payments are given back")}, ${formatTaka(ends.refundedTotal)} in all`}
            {ends.refundedCount > 0 && ends.refundedTotal === 0 && ": whoever takes part is told"}.
          </li>
        )}
        {leaves.count > 0 && (
          <li>
            You give up {pluralize(leaves.count, "place", "places")} in running contests
            {leaves.total > 0 && `, and get ${formatTaka(leaves.total)} back`}.
          </li>
        )}
        {lastEntryCount > 0 && (
          <li>
            {pluralize(
              lastEntryCount,
              "contest that nobody else could win ends",
              "contests that nobody else could win end",
            )}
            : whoever paid is refunded.
          </li>
        )}
        <li>
          Your name, picture and address go, with your notices, your drafts and what you follow. Your account at the
          provider that signs you in goes too.
        </li>
        <li>
          {entryCount > 0
            ? `${pluralize(entryCount, "entry stays", "entries stay")}, with payments and wins`
            : "Payments stay"}
          {isCreator && ", and so do contests of yours that somebody won"}: others depend on them. They are then of a
          “Former member”{entryCount > 0 && ", and what you handed in is shown to nobody but those who judge"}.
        </li>
        <li>
          You are signed out everywhere. This cannot be taken back; you may register anew later, with nothing of this in
          the new account.
        </li>
      </ul>
    </div>
  );
}
