import clsx from "clsx";
import { useId, type ComponentProps } from "react";
import { toast } from "@conquest/shared/singletons/toast";
import { IconButton } from "@conquest/shared/ui/button";

interface Props extends ComponentProps<typeof IconButton> {
  /** Why it cannot be done now, as a sentence; "" where it can. */
  because?: string;
}

/**
 * What is done with a row of a list. Where it cannot be done the button stays where it was, for keys too (`aria-disabled`): it says
 * why to who comes to it, and to who presses it.
 */
export function RowActionButton({ because = "", className, onClick, "aria-describedby": describedBy, ...rest }: Props) {
  const reason = useId();
  const isRefused = because !== "";
  return (
    <>
      <IconButton
        {...rest}
        className={clsx(isRefused && "cq-button-refused", className)}
        aria-describedby={clsx(describedBy, isRefused && reason)}
        {...(isRefused && { "aria-disabled": true, title: because })}
        onClick={isRefused ? () => toast(because) : onClick}
      />
      <span id={reason} hidden>
        {because}
      </span>
    </>
  );
}
