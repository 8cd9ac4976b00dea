import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { endOneSession, endOtherSessions, listSessions, type OwnSession } from "@conquest/shared/contracts/account";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Badge } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { focusIfLost } from "@conquest/shared/ui/page/focus-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { errorMessage } from "@conquest/shared/ui/format/text";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { DID_NOT_WORK } from "./credentials-form";

const nameOf = ({ device }: OwnSession) => device || t("Unknown browser");

export function Sessions() {
  const list = useQuery(query(listSessions));
  return (
    <QueryView query={list} skeleton={<Skeleton />}>
      {(sessions) => <SessionList sessions={sessions} />}
    </QueryView>
  );
}

const Skeleton = () => (
  <div role="status" aria-label={t("Loading your active sessions")} className="du:grid du:gap-3">
    <div aria-hidden="true" className="cq-bone du:min-h-16" />
    <div aria-hidden="true" className="cq-bone du:min-h-16" />
  </div>
);

function SessionList({ sessions }: { sessions: readonly OwnSession[] }) {
  const endOne = useCall(endOneSession);
  const endOthers = useCall(endOtherSessions);
  const cache = useQueryClient();
  const [ending, setEnding] = useState<string | null>(null);
  const others = sessions.filter(({ isThisOne }) => !isThisOne);

  /** Moves the focus from the removed button to the next one, or to the heading. */
  const restoreFocus = (index: number) =>
    focusIfLost(() => {
      // Queries the document, since the list may have been rendered again.
      const section = document.querySelector("[aria-labelledby=account-sessions]");
      const buttons = section?.querySelectorAll<HTMLElement>("li button") ?? [];
      return buttons[Math.min(index, buttons.length - 1)] ?? section?.querySelector("h2");
    });
  const end = async (id: string, endSessions: () => Promise<string>) => {
    const index = Math.max(
      0,
      others.findIndex(({ _id }) => _id === id),
    );
    setEnding(id);
    try {
      toast.success(await endSessions());
    } catch (error) {
      toast.error(errorMessage(error, t(DID_NOT_WORK)));
      // The session may have ended elsewhere.
      await cache.invalidateQueries({ queryKey: query(listSessions).queryKey });
    } finally {
      setEnding(null);
      restoreFocus(index);
    }
  };
  const endSession = (session: OwnSession) =>
    end(session._id, async () => {
      await endOne.mutateAsync({ params: { id: session._id } });
      return t("Logged out of {device}", { device: nameOf(session) });
    });
  const endAll = () =>
    end("others", async () => {
      const { endedCount } = await endOthers.mutateAsync({});
      return t("{n, plural, one {Logged out of # session} other {Logged out of # sessions}}", { n: endedCount });
    });

  return (
    <div className="du:grid du:gap-4">
      <ul className="du:grid du:gap-1">
        {sessions.map((session) => (
          <li
            key={session._id}
            className="du:flex du:flex-wrap du:items-center du:gap-3 du:border-b du:border-line du:py-3 du:last:border-b-0">
            <div className="du:min-w-0 du:flex-1 du:basis-40">
              <p className="du:font-semibold">
                {nameOf(session)} {session.isThisOne && <Badge tone="success">{t("This device")}</Badge>}
              </p>
              <p className="cq-hint">
                <T
                  text={session.isThisOne ? "Logged in {start}" : "Logged in {start}, last used {last}"}
                  start={<RelativeTime at={session.startedAt} />}
                  last={<RelativeTime at={session.lastUsedAt} />}
                />
              </p>
            </div>
            {!session.isThisOne && (
              <Button
                variant="secondary"
                size="sm"
                isBusy={ending === session._id}
                aria-label={t("Log out of {device}", { device: nameOf(session) })}
                onClick={() => void endSession(session)}>
                {t("Log out")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length === 0 ? (
        <p className="cq-hint">{t("No other active sessions.")}</p>
      ) : (
        <div>
          <Button variant="secondary" isBusy={ending === "others"} onClick={() => void endAll()}>
            {t("Log out of all other sessions")}
          </Button>
        </div>
      )}
      <p className="cq-hint">
        {t(
          "We store your browser's name, not your IP address. Don't recognize a device? Change your password to log out everywhere else, including sessions not listed here.",
        )}
      </p>
    </div>
  );
}
