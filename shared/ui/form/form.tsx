import type { ComponentProps } from "react";

/**
 * A form that only JavaScript submits. Before hydration or without scripts it must do nothing: a native GET would put
 * all input, including passwords, into the URL.
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
