import type { ComponentProps } from "react";
import { t } from "@conquest/shared/singletons/language";

/** Submits only by JavaScript: before hydration, a native GET would put all input, even passwords, into the URL. */
export function Form({ children, ...rest }: ComponentProps<"form">) {
  return (
    <form {...rest} method="dialog" noValidate>
      <noscript>
        <p className="cq-hint">{t("This form needs JavaScript, which is off in this browser.")}</p>
      </noscript>
      {children}
    </form>
  );
}
