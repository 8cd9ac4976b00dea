import { useState } from "react";
import { T, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "./button";
import { Note } from "./note";

/** Google blocks logins in other apps' browsers. Set by shell/src/before-paint.js; unknown during SSR and hydration. */
export const isInApp = (): boolean => "inApp" in document.documentElement.dataset;

interface Props {
  title: string;
  children?: string;
  /** Path and query of the page to open instead. */
  address: () => string;
}

export function InAppNote({ title, children, address }: Props) {
  const [shown, setShown] = useState<string | null>(null);

  async function copy() {
    const link = location.origin + address();
    try {
      await navigator.clipboard.writeText(link);
      toast.success(t("Link copied"));
    } catch {
      // Some apps block the clipboard or have none.
      setShown(link);
    }
  }

  return (
    <Note tone="warning" title={title}>
      {children && <p>{children}</p>}
      <p>
        <T
          text="To use Google, tap <b>⋮</b> or <b>···</b> in the corner of the screen, then “Open in browser” (or “Open in Chrome”, “Open in Safari”). Or copy the link and open it in your browser."
          b={<strong />}
        />
      </p>
      {shown ? (
        <p role="status" className="cq-user-text">
          {t("Copy this link: {link}", { link: shown })}
        </p>
      ) : (
        <Button type="button" variant="secondary" size="sm" onClick={() => void copy()}>
          {t("Copy link")}
        </Button>
      )}
    </Note>
  );
}
