import { useState, type ReactNode } from "react";
import { useSession } from "@conquest/shared/singletons/session-store";
import { PageHeading } from "@conquest/shared/ui/page-heading";
import { Spinner } from "@conquest/shared/ui/spinner";

interface Props {
  title: string;
  subtitle: string;
  children: ReactNode;
}

/** Whether it was known since the page was opened who is there; signing in makes it no less known. */
function useWasKnown(): boolean {
  const isKnown = useSession((state) => state.phase !== "loading");
  const [wasKnown, setWasKnown] = useState(isKnown);
  if (isKnown && !wasKnown) setWasKnown(true);
  return wasKnown;
}

/** What login and register have in common: one quiet column under a heading, whose form nobody signed in gets to see. */
export function AccountFrame({ title, subtitle, children }: Props) {
  const wasKnown = useWasKnown();
  return (
    <div className="cq-container cq-page cq-page-narrow">
      <PageHeading title={title} subtitle={subtitle} />
      <div className="cq-panel pu:flex pu:flex-col pu:gap-5">{wasKnown ? children : <Spinner label="Checking who you are" />}</div>
    </div>
  );
}

/** "or", between the Google button and the form. */
export const OrDivider = () => (
  <p className="pu:flex pu:items-center pu:gap-3 pu:text-sm pu:text-muted pu:before:h-px pu:before:flex-1 pu:before:bg-line pu:after:h-px pu:after:flex-1 pu:after:bg-line">
    or with your e-mail
  </p>
);
