import type { ReactNode } from "react";
import { toast } from "@conquest/shared/singletons/toast";
import { buttonLook } from "@conquest/shared/ui/button";

interface Props {
  href: string;
  children: ReactNode;
}

/** A button that saves a file. Without a connection a browser that should save something says nothing on the page, so this does. */
export const DownloadLink = ({ href, children, ...look }: Props & Parameters<typeof buttonLook>[0]) => (
  <a
    href={href}
    download
    className={buttonLook(look)}
    onClick={(event) => {
      if (navigator.onLine) return;
      event.preventDefault();
      toast.error("There is no connection. Please try again later.");
    }}
  >
    {children}
  </a>
);
