import { useState } from "react";
import { MAX_BATCH, updateUsers, type Account, type BulkAction } from "@conquest/shared/contracts/users";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { pluralize } from "@conquest/shared/ui/format/text";
import { ReasonDialog, preloadDialogs, whenDialogsLoaded, REASON_HINT } from "./user-actions";

interface Props {
  rows: readonly Account[];
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
}

interface Failures {
  act: BulkAction;
  sentences: { _id: string; who: string; message: string }[];
}

const FAILURE_TITLES: Record<BulkAction, (who: string) => string> = {
  block: (who) => `Couldn't block ${who}`,
  unblock: (who) => `Couldn't unblock ${who}`,
  approve: (who) => `Couldn't approve ${who}`,
  decline: (who) => `Couldn't decline ${who}`,
};
const users = (count: number) => pluralize(count, "user", "users");
const requests = (count: number) => pluralize(count, "request", "requests");

/** Applies an action to all selected users. Failed ones stay selected, with their errors shown. */
export function BulkActionsBar({ rows, selected, onSelect }: Props) {
  const update = useCall(updateUsers);
  const [dialog, setDialog] = useState<"block" | "decline" | null>(null);
  const [failures, setFailures] = useState<Failures | null>(null);
  const chosen = rows.filter(({ _id }) => selected.has(_id));
  const eligible: Record<BulkAction, Account[]> = {
    block: chosen.filter(({ status }) => status !== "blocked"),
    unblock: chosen.filter(({ status }) => status === "blocked"),
    approve: chosen.filter(({ role }) => role === "requested"),
    decline: chosen.filter(({ role }) => role === "requested"),
  };
  const isAll = chosen.length > 0 && chosen.length === Math.min(rows.length, MAX_BATCH);

  const applyAction = async (action: BulkAction, reason = "") => {
    const targets = eligible[action];
    const { refused } = await update.mutateAsync({ body: { ids: targets.map(({ _id }) => _id), act: action, reason } });
    const names = new Map(targets.map(({ _id, name, email }) => [_id, name || email]));
    setFailures(
      refused.length > 0
        ? {
            act: action,
            sentences: refused.map(({ _id, message }) => ({ _id, message, who: names.get(_id) ?? "Someone" })),
          }
        : null,
    );
    onSelect(new Set(refused.map(({ _id }) => _id)));
    if (refused.length < targets.length)
      toast.success(
        action === "block" || action === "unblock"
          ? "Status updated successfully! Please refresh"
          : "Role updated successfully!",
      );
    focusHeadingIfLost();
  };
  const actNow = (action: BulkAction) =>
    void applyAction(action).catch((error: unknown) => toast.error((error as Error).message));
  const openDialog = (name: "block" | "decline") => whenDialogsLoaded(() => setDialog(name));
  const close = () => setDialog(null);

  return (
    <>
      {failures && (
        <div className="da:mb-4">
          <Note tone="danger" role="alert" title={FAILURE_TITLES[failures.act](users(failures.sentences.length))}>
            <ul className="da:mt-1 da:list-disc da:ps-5">
              {failures.sentences.map(({ _id, who, message }) => (
                <li key={_id}>
                  {who}: {message}
                </li>
              ))}
            </ul>
          </Note>
        </div>
      )}
      <div
        role="group"
        aria-label="Bulk actions"
        className={`da:mb-4 da:flex da:flex-wrap da:items-center da:gap-x-4 da:gap-y-2 da:rounded-md da:border da:px-4 da:py-1.5 ${chosen.length > 0 ? "da:sticky da:top-[calc(var(--cq-navbar-height)+0.5rem)] da:z-10 da:lg:top-2 da:border-line-strong da:bg-raised da:shadow-md" : "da:border-line"}`}>
        <label className="da:flex da:min-h-11 da:cursor-pointer da:items-center da:gap-3 da:text-sm da:font-medium">
          <input
            type="checkbox"
            className="checkbox checkbox-primary"
            checked={isAll}
            ref={(box) => {
              if (box) box.indeterminate = chosen.length > 0 && !isAll;
            }}
            onChange={() => onSelect(new Set(isAll ? [] : rows.slice(0, MAX_BATCH).map(({ _id }) => _id)))}
          />
          {rows.length > MAX_BATCH ? `Select the first ${MAX_BATCH}` : "Select all shown"}
        </label>
        <span role="status" className="da:text-sm da:text-muted">
          {chosen.length > 0 &&
            (chosen.length === MAX_BATCH
              ? `${users(chosen.length)} selected, the maximum`
              : `${users(chosen.length)} selected`)}
        </span>
        {chosen.length > 0 && (
          <span className="da:flex da:flex-wrap da:gap-2 da:md:ml-auto">
            {eligible.approve.length > 0 && (
              <>
                <Button size="sm" isBusy={update.isPending} onClick={() => actNow("approve")}>
                  Approve {requests(eligible.approve.length)}
                </Button>
                <Button
                  size="sm"
                  variant="secondary"
                  onFocus={preloadDialogs}
                  onPointerEnter={preloadDialogs}
                  onClick={() => openDialog("decline")}>
                  Decline {requests(eligible.decline.length)}
                </Button>
              </>
            )}
            {eligible.unblock.length > 0 && (
              <Button size="sm" variant="secondary" isBusy={update.isPending} onClick={() => actNow("unblock")}>
                Unblock {users(eligible.unblock.length)}
              </Button>
            )}
            {eligible.block.length > 0 && (
              <Button
                size="sm"
                variant="secondary"
                onFocus={preloadDialogs}
                onPointerEnter={preloadDialogs}
                onClick={() => openDialog("block")}>
                Block {users(eligible.block.length)}
              </Button>
            )}
            <Button size="sm" variant="ghost" aria-label="Clear selection" onClick={() => onSelect(new Set())}>
              Clear
            </Button>
          </span>
        )}
      </div>
      {dialog === "block" && (
        <ReasonDialog
          title={`Block ${users(eligible.block.length)}?`}
          confirmLabel={`Block ${users(eligible.block.length)}`}
          draftName={`block:${idsOf(eligible.block)}`}
          hint={`${REASON_HINT} Everyone gets the same reason.`}
          onConfirm={(reason) => applyAction("block", reason)}
          onClose={close}>
          <p>
            They&apos;re logged out right away and can&apos;t log in until you unblock them. Contests they created are
            hidden until then.
          </p>
          <Names of={eligible.block} />
        </ReasonDialog>
      )}
      {dialog === "decline" && (
        <ReasonDialog
          title={`Decline ${requests(eligible.decline.length)}?`}
          confirmLabel={`Decline ${requests(eligible.decline.length)}`}
          draftName={`decline:${idsOf(eligible.decline)}`}
          hint="They'll all see this."
          isOptional
          onConfirm={(reason) => applyAction("decline", reason)}
          onClose={close}>
          <p>They stay users, get a notification and can request again.</p>
          <Names of={eligible.decline} />
        </ReasonDialog>
      )}
    </>
  );
}

/** Draft key, so that a reason is only restored for the same users. */
const idsOf = (persons: readonly Account[]) =>
  persons
    .map(({ _id }) => _id)
    .sort()
    .join();

const Names = ({ of: persons }: { of: readonly Account[] }) => (
  <ul aria-label="Selected users" className="da:mt-3 da:max-h-32 da:list-disc da:overflow-y-auto da:ps-5 da:text-sm">
    {persons.map(({ _id, name, email }) => (
      <li key={_id}>{name || email}</li>
    ))}
  </ul>
);
