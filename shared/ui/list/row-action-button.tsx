import clsx from "clsx";
import { useId, type ComponentProps, type ReactNode } from "react";
import { toast } from "@conquest/shared/singletons/toast";
import { Button, IconButton } from "@conquest/shared/ui/button";

interface Props extends Omit<ComponentProps<typeof IconButton>, "icon"> {
  /** Shows the icon instead of the label. */
  icon?: ReactNode;
  because?: string;
}

/** If the action isn't possible, the button stays focusable (`aria-disabled`) and explains why. */
export function RowActionButton({ label, icon, because = "", className, onClick, ...rest }: Props) {
  const reason = useId();
  const isDenied = because !== "";
  const props = {
    variant: "ghost" as const,
    ...rest,
    className: clsx(isDenied && "cq-button-refused", className),
    "aria-describedby": clsx(rest["aria-describedby"], isDenied && reason),
    ...(isDenied && { "aria-disabled": true, title: because }),
    onClick: isDenied ? () => toast(because) : onClick,
  };
  return (
    <>
      {icon ? (
        <IconButton label={label} icon={icon} {...props} />
      ) : (
        <Button size="sm" {...props}>
          {label}
        </Button>
      )}
      <span id={reason} hidden>
        {because}
      </span>
    </>
  );
}
