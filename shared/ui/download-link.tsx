import type { ReactNode } from "react";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { buttonClass } from "@conquest/shared/ui/button";

interface Props {
  href: string;
  name?: string;
  children: ReactNode;
}

/** A link that saves a file. Offline, browsers show no error on the page, so this does. */
export const DownloadLink = ({ href, name, children, ...look }: Props & Parameters<typeof buttonClass>[0]) => (
  <a
    href={href}
    download={name ?? true}
    className={buttonClass(look)}
    onClick={(event) => {
      if (navigator.onLine) return;
      event.preventDefault();
      toast.error(t("We couldn't reach the server. Check your connection and try again."));
    }}>
    {children}
  </a>
);
