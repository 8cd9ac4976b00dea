import type { ComponentProps } from "react";

/**
 * A form that only the page's code sends. Until that is there, or where scripts are off, it sends nothing: as a plain form
 * it would write what was typed, passwords too, into the address.
 */
export function Form({ children, ...rest }: ComponentProps<"form">) {
  return (
    <form {...rest} method="dialog" noValidate>
      <noscript>
        <p className="cq-hint">This form needs JavaScript, which is off in this browser.</p>
      </noscript>
      {children}
    </form>
  );
}
