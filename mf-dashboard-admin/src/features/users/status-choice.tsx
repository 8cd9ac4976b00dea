import { useState } from "react";
import { updateUser, userStatus, type Account } from "@conquest/shared/contracts/users";
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

  // Awaited, not handed to mutate as callbacks: under a filter the changed row, and this component with it, may leave the list.
  const put = async (status: Account["status"]) => {
    try {
      await update.mutateAsync({ params: { id: user._id }, body: { status } });
      toast.success("Status updated successfully! Please refresh");
    } catch (error) {
      toast.error((error as Error).message);
    }
    setAsking(false);
  };

  return (
    <>
      <RowSelect
        label="Status"
        of={who}
        value={(update.isPending ? update.variables.body?.status : undefined) ?? user.status}
        options={OPTIONS}
        isBusy={update.isPending}
        onChoose={(value) => {
          const status = userStatus.parse(value);
          if (status === "blocked") setAsking(true);
          else void put(status);
        }}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void put("blocked")}
        title={`Block ${who}?`}
        confirmLabel={`Block ${who}`}
        isBusy={update.isPending}
      >
        <p>They are signed out at once, cannot sign in again, and are told why. Contests they created are hidden until you verify them again.</p>
      </ConfirmDialog>
    </>
  );
}
