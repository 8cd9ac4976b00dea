import type { ReactNode } from "react";
import { IdentityError } from "@conquest/shared/singletons/identity";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";

interface Props {
  title: string;
  subtitle?: string;
  children: ReactNode;
}

/** What the pages around letters of the identity provider have in common: one quiet column under a heading. */
export const EmailLinkFrame = ({ title, subtitle, children }: Props) => (
  <div className="cq-container cq-page cq-page-narrow">
    <PageHeading title={title} subtitle={subtitle} />
    <div className="cq-panel pu:flex pu:flex-col pu:gap-5">{children}</div>
  </div>
);

/** What to say where the person could not be told anything better. */
export const sentenceOf = (error: unknown) =>
  error instanceof Error ? error.message : "That did not work. Please try again.";

/** Refusals that say something of the link, and none that another try could change. */
const OF_THE_LINK = new Set(["auth/expired-action-code", "auth/invalid-action-code", "auth/user-disabled"]);

export const isOfTheLink = (error: unknown) => error instanceof IdentityError && OF_THE_LINK.has(error.code);
