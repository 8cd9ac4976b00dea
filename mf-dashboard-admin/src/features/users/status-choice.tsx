import { useState } from "react";
import { updateUser, USER_STATUSES, type Account } from "@conquest/shared/contracts/users";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { ConfirmDialog } from "@conquest/shared/ui/dialog";
import { RowSelect } from "./row-select";

const OPTIONS = [
  { value: "verified", label: "Verified" },
  { value: "blocked", label: "Blocked" },
];

/** Verified or blocked. Blocking is asked about first. */
export function StatusChoice({ user }: { user: Account }) {
  const update = useCall(updateUser);
  const [isAsking, setAsking] = useState(false);
  const who = user.name || user.email;

  const put = (status: Account["status"]) =>
    update.mutate(
      { params: { id: user._id }, body: { status } },
      {
        onSuccess: () => toast.success("Status updated successfully! Please refresh"),
        onError: (error) => toast.error(error.message),
        onSettled: () => setAsking(false),
      },
    );

  return (
    <>
      <RowSelect
        label="Status"
        of={who}
        value={(update.isPending ? update.variables.body?.status : undefined) ?? user.status}
        options={OPTIONS}
        isBusy={update.isPending}
        onChoose={(value) => {
          const status = USER_STATUSES.find((known) => known === value);
          if (status === "blocked") setAsking(true);
          else if (status) put(status);
        }}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => put("blocked")}
        title={`Block ${who}?`}
        confirmLabel={`Block ${who}`}
        isBusy={update.isPending}
      >
        <p>
          They are signed out at once and cannot sign in until you verify them again. When they try, they are told that the account is blocked. The contests they
          created are hidden meanwhile.
        </p>
      </ConfirmDialog>
    </>
  );
}
