import clsx from "clsx";
import { useId, type ComponentProps } from "react";
import { toast } from "@conquest/shared/singletons/toast";
import { IconButton } from "@conquest/shared/ui/button";

interface Props extends ComponentProps<typeof IconButton> {
  because?: string;
}

/** If the action isn't possible, the button stays focusable (`aria-disabled`) and explains why. */
export function RowActionButton({ because = "", className, onClick, "aria-describedby": describedBy, ...rest }: Props) {
  const reason = useId();
  const isDenied = because !== "";
  return (
    <>
      <IconButton
        {...rest}
        className={clsx(isDenied && "cq-button-refused", className)}
        aria-describedby={clsx(describedBy, isDenied && reason)}
        {...(isDenied && { "aria-disabled": true, title: because })}
        onClick={isDenied ? () => toast(because) : onClick}
      />
      <span id={reason} hidden>
        {because}
      </span>
    </>
  );
}
