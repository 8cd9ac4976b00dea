import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link, type LinkProps } from "react-router-dom";
import clsx from "clsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

export const buttonClass = ({ variant = "primary", size = "md" }: Look, className?: string) =>
  clsx("cq-button", `cq-button-${variant}`, size !== "md" && `cq-button-${size}`, className);

type ButtonProps = ComponentProps<"button"> & Look & { isBusy?: boolean };

/** A busy button uses `aria-disabled`, since disabling it would lose the keyboard focus. */
export function Button({
  variant,
  size,
  isBusy = false,
  className,
  type = "button",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size }, className)}
      onClick={press}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest["aria-disabled"]}>
      {isBusy && <span className="cq-button-spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}

export function ButtonLink({ variant, size, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={buttonClass({ variant, size }, className)} />;
}

type IconButtonProps = ComponentProps<"button"> &
  Look & {
    /** A short accessible name, also shown as tooltip. */
    label: string;
    icon: ReactNode;
    isBusy?: boolean;
  };

export function IconButton({ label, icon, variant = "ghost", className, isBusy = false, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      title={rest.title ?? label}
      variant={variant}
      isBusy={isBusy}
      className={clsx("cq-button-icon", className)}
      aria-label={label}>
      {!isBusy && icon}
    </Button>
  );
}
