import { useState } from "react";
import { MAX_BATCH, updateUsers, type Account, type BulkAction } from "@conquest/shared/contracts/users";
import { msg } from "@conquest/shared/contracts/text/message";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { ReasonDialog, preloadDialogs, whenDialogsLoaded, BLOCK_CONSEQUENCE, REASON_HINT } from "./user-actions";

interface Props {
  rows: readonly Account[];
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
}

interface Failures {
  act: BulkAction;
  sentences: { _id: string; who: string; message: string }[];
}

const FAILURE_TITLES: Record<BulkAction, string> = {
  block: msg("Couldn't block {n, plural, one {# user} other {# users}}"),
  unblock: msg("Couldn't unblock {n, plural, one {# user} other {# users}}"),
  approve: msg("Couldn't approve {n, plural, one {# user} other {# users}}"),
  decline: msg("Couldn't decline {n, plural, one {# user} other {# users}}"),
};
const blockLabel = (n: number) => t("Block {n, plural, one {# user} other {# users}}", { n });
const declineLabel = (n: number) => t("Decline {n, plural, one {# request} other {# requests}}", { n });

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
            sentences: refused.map(({ _id, message }) => ({ _id, message, who: names.get(_id) ?? t("Someone") })),
          }
        : null,
    );
    onSelect(new Set(refused.map(({ _id }) => _id)));
    if (refused.length < targets.length)
      toast.success(
        t(
          action === "block" || action === "unblock"
            ? "Status updated successfully! Please refresh"
            : "Role updated successfully!",
        ),
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
          <Note tone="danger" role="alert" title={t(FAILURE_TITLES[failures.act], { n: failures.sentences.length })}>
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
        aria-label={t("Bulk actions")}
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
          {rows.length > MAX_BATCH ? t("Select the first {n}", { n: MAX_BATCH }) : t("Select all shown")}
        </label>
        <span role="status" className="da:text-sm da:text-muted">
          {chosen.length > 0 &&
            t(
              chosen.length === MAX_BATCH
                ? "{n, plural, one {# user} other {# users}} selected, the maximum"
                : "{n, plural, one {# user} other {# users}} selected",
              { n: chosen.length },
            )}
        </span>
        {chosen.length > 0 && (
          <span className="da:flex da:flex-wrap da:gap-2 da:md:ml-auto">
            {eligible.approve.length > 0 && (
              <>
                <Button size="sm" isBusy={update.isPending} onClick={() => actNow("approve")}>
                  {t("Approve {n, plural, one {# request} other {# requests}}", { n: eligible.approve.length })}
                </Button>
                <Button
                  size="sm"
                  variant="secondary"
                  onFocus={preloadDialogs}
                  onPointerEnter={preloadDialogs}
                  onClick={() => openDialog("decline")}>
                  {declineLabel(eligible.decline.length)}
                </Button>
              </>
            )}
            {eligible.unblock.length > 0 && (
              <Button size="sm" variant="secondary" isBusy={update.isPending} onClick={() => actNow("unblock")}>
                {t("Unblock {n, plural, one {# user} other {# users}}", { n: eligible.unblock.length })}
              </Button>
            )}
            {eligible.block.length > 0 && (
              <Button
                size="sm"
                variant="secondary"
                onFocus={preloadDialogs}
                onPointerEnter={preloadDialogs}
                onClick={() => openDialog("block")}>
                {blockLabel(eligible.block.length)}
              </Button>
            )}
            <Button size="sm" variant="ghost" aria-label={t("Clear selection")} onClick={() => onSelect(new Set())}>
              {t("Clear")}
            </Button>
          </span>
        )}
      </div>
      {dialog === "block" && (
        <ReasonDialog
          title={t("Block {n, plural, one {# user} other {# users}}?", { n: eligible.block.length })}
          confirmLabel={blockLabel(eligible.block.length)}
          draftName={`block:${idsOf(eligible.block)}`}
          hint={`${t(REASON_HINT)} ${t("Everyone gets the same reason.")}`}
          onConfirm={(reason) => applyAction("block", reason)}
          onClose={close}>
          <p>{t(BLOCK_CONSEQUENCE)}</p>
          <Names of={eligible.block} />
        </ReasonDialog>
      )}
      {dialog === "decline" && (
        <ReasonDialog
          title={t("Decline {n, plural, one {# request} other {# requests}}?", { n: eligible.decline.length })}
          confirmLabel={declineLabel(eligible.decline.length)}
          draftName={`decline:${idsOf(eligible.decline)}`}
          hint={t("They'll all see this.")}
          isOptional
          onConfirm={(reason) => applyAction("decline", reason)}
          onClose={close}>
          <p>{t("They stay users, get a notification and can request again.")}</p>
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
  <ul
    aria-label={t("Selected users")}
    className="da:mt-3 da:max-h-32 da:list-disc da:overflow-y-auto da:ps-5 da:text-sm">
    {persons.map(({ _id, name, email }) => (
      <li key={_id}>{name || email}</li>
    ))}
  </ul>
);
