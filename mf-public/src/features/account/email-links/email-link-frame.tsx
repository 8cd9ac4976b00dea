import type { ReactNode } from "react";
import { IdentityError } from "@conquest/shared/singletons/identity";
import { msg } from "@conquest/shared/singletons/language";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";

interface Props {
  title: string;
  subtitle?: string;
  children: ReactNode;
}

export const EmailLinkFrame = ({ title, subtitle, children }: Props) => (
  // As high as the screen: the footer does not move when an outcome appears.
  <div className="cq-container cq-page cq-page-narrow pu:min-h-svh">
    <PageHeading title={title} subtitle={subtitle} />
    <div className="cq-panel pu:flex pu:flex-col pu:gap-5">{children}</div>
  </div>
);

export const DID_NOT_WORK = msg("That didn't work. Try again.");

/** Codes of errors caused by the link itself, which a retry cannot fix. */
const BAD_LINK_CODES = new Set(["auth/expired-action-code", "auth/invalid-action-code", "auth/user-disabled"]);

export const isBadLinkError = (error: unknown) => error instanceof IdentityError && BAD_LINK_CODES.has(error.code);
