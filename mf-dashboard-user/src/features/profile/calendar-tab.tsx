import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarPlus, Copy } from "lucide-react";
import { useId, useState } from "react";
import {
  getCalendarAddress,
  renewCalendarAddress,
  revokeCalendarAddress,
} from "@conquest/shared/contracts/calendar-address";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { keyOf, query, useCall } from "@conquest/shared/singletons/api-hooks";
import { language, T, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { errorMessage } from "@conquest/shared/ui/format/text";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { Note } from "@conquest/shared/ui/note";
import { focusIfLost } from "@conquest/shared/ui/page/focus-heading";
import { Section } from "@conquest/shared/ui/page/section";
import { QueryView } from "@conquest/shared/ui/state/query-view";

const HEADING_ID = "calendar";
const focusHeading = () => focusIfLost(() => document.getElementById(HEADING_ID));

export function CalendarTab() {
  const stored = useQuery(query(getCalendarAddress));
  return (
    <Section
      headingId={HEADING_ID}
      title={t("Calendar")}
      className="cq-panel"
      titleClass="du:mb-1 du:text-xl du:font-bold"
      isFocusable>
      <p className="du:mb-4">
        {t("Subscribe in your calendar app to see the deadlines of all contests that you join or run.")}
      </p>
      <QueryView query={stored} skeleton={<div aria-hidden="true" className="cq-bone du:min-h-28" />}>
        {({ createdAt }) => <Address createdAt={createdAt} />}
      </QueryView>
    </Section>
  );
}

function Address({ createdAt }: { createdAt: string | null }) {
  const cache = useQueryClient();
  const renewal = useCall(renewCalendarAddress);
  const revocation = useCall(revokeCalendarAddress);
  const [asked, setAsked] = useState<"renew" | "revoke" | null>(null);
  const [created, setCreated] = useState<ResponseOf<typeof renewCalendarAddress> | null>(null);
  // An address that another tab renewed or revoked no longer works.
  const shown = created?.createdAt === createdAt ? created : null;
  const close = () => {
    renewal.reset();
    revocation.reset();
    setAsked(null);
  };
  const done = (current: string | null, text: string) => {
    // Not left to the refetch: if it fails, this must still match the new state.
    cache.setQueryData(keyOf(getCalendarAddress), { createdAt: current });
    close();
    toast.success(text);
    focusHeading();
  };
  const renew = (text: string, onError?: (error: Error) => void) =>
    renewal.mutate(
      { body: { replaces: createdAt } },
      {
        onSuccess: (address) => {
          setCreated(address);
          done(address.createdAt, text);
        },
        ...(onError && { onError }),
      },
    );

  if (createdAt === null)
    return (
      <Button
        isBusy={renewal.isPending}
        onClick={() =>
          renew(t("Address created"), (error) => {
            toast.error(errorMessage(error, t("Couldn't create the address. Try again.")));
            // If another tab created an address, this button disappears.
            void cache.invalidateQueries({ queryKey: keyOf(getCalendarAddress) }).then(focusHeading);
          })
        }>
        <CalendarPlus aria-hidden="true" size={18} /> {t("Create calendar address")}
      </Button>
    );
  return (
    <div className="du:grid du:gap-4">
      {shown ? (
        <NewAddress address={language() === "en" ? shown.address : `${shown.address}?language=${language()}`} />
      ) : (
        <p>
          <T
            text="You created your address {time}. It isn't shown again. For another app, renew it."
            time={<RelativeTime at={createdAt} />}
          />
        </p>
      )}
      <div className="du:flex du:flex-wrap du:gap-3">
        <Button variant="secondary" onClick={() => setAsked("renew")}>
          {t("Renew address")}
        </Button>
        <Button variant="danger" onClick={() => setAsked("revoke")}>
          {t("Revoke address")}
        </Button>
      </div>
      {asked === "renew" && (
        <ConfirmDialog
          onClose={close}
          onConfirm={() => renew(t("Address renewed"))}
          title={t("Renew your calendar address?")}
          confirmLabel={t("Renew address")}
          tone="primary"
          isBusy={renewal.isPending}
          error={renewal.error}>
          <p>{t("The current address stops working, so calendar apps that use it get no more updates.")}</p>
        </ConfirmDialog>
      )}
      {asked === "revoke" && (
        <ConfirmDialog
          onClose={close}
          onConfirm={() => revocation.mutate({}, { onSuccess: () => done(null, t("Address revoked")) })}
          title={t("Revoke your calendar address?")}
          confirmLabel={t("Revoke address")}
          isBusy={revocation.isPending}
          error={revocation.error}>
          <p>{t("The current address stops working, so calendar apps that use it get no more updates.")}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function NewAddress({ address }: { address: string }) {
  const id = useId();
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast.success(t("Copied")),
      () => toast.error(t("Couldn't copy it. Select the text to copy it yourself.")),
    );
  return (
    <Note tone="success" title={t("Copy your address now")}>
      <div className="du:grid du:gap-3">
        <p>{t("It isn't shown again. Anyone with it can see your deadlines, so keep it secret.")}</p>
        <div>
          <span id={id} className="cq-visually-hidden">
            {t("Calendar address")}
          </span>
          <code
            aria-labelledby={id}
            dir="ltr"
            className="du:block du:rounded-md du:bg-sunk du:px-3 du:py-2 du:text-ink du:wrap-anywhere">
            {address}
          </code>
        </div>
        <div>
          <Button size="sm" onClick={() => void copy()}>
            <Copy aria-hidden="true" size={16} /> {t("Copy address")}
          </Button>
        </div>
        <p className="cq-hint">
          {t(
            "Subscribe to it in Google Calendar (“From URL”), Outlook (“Subscribe from web”), Apple Calendar (“New Calendar Subscription”) or Thunderbird (“On the Network”). Calendar apps update every few hours.",
          )}
        </p>
      </div>
    </Note>
  );
}
