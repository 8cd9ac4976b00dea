import type { ReactNode } from "react";
import { useSession } from "@conquest/shared/singletons/session-store";
import { Note } from "@conquest/shared/ui/note";
import { PageHeading } from "@conquest/shared/ui/page-heading";
import { Spinner } from "@conquest/shared/ui/spinner";

interface Props {
  title: string;
  subtitle: string;
  children: ReactNode;
}

/** What login and register have in common: one quiet column under a heading, whose form nobody signed in gets to see. */
export function AccountFrame({ title, subtitle, children }: Props) {
  const isSettled = useSession((session) => session.isSettled);
  const delayedBecause = useSession((session) => session.delayedBecause);
  return (
    <div className="cq-container cq-page cq-page-narrow">
      <PageHeading title={title} subtitle={subtitle} />
      <div className="cq-panel pu:flex pu:flex-col pu:gap-5">
        {delayedBecause && (
          <Note tone="warning" title="You could not be signed in yet">
            {delayedBecause} We keep trying; you need not do anything.
          </Note>
        )}
        {isSettled || delayedBecause ? children : <Spinner label="Checking who you are" />}
      </div>
    </div>
  );
}

/** "or", between the Google button and the form. */
export const OrDivider = () => (
  <p className="pu:flex pu:items-center pu:gap-3 pu:text-sm pu:text-muted pu:before:h-px pu:before:flex-1 pu:before:bg-line pu:after:h-px pu:after:flex-1 pu:after:bg-line">
    or with your e-mail
  </p>
);
