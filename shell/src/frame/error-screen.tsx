import { useEffect, type ReactNode } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useLocation } from "react-router-dom";
import { languagePrefix } from "@conquest/shared/contracts/parts/languages";
import { language, T, t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { FallenFlag } from "@conquest/shared/ui/picture/illustrations";
import { Logo } from "@conquest/shared/ui/picture/logo";
import { crashFailure, report } from "../remote-part/report";

export function SiteBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <ErrorBoundary resetKeys={[key]} FallbackComponent={BrokenSite}>
      {children}
    </ErrorBoundary>
  );
}

export function BrokenSite({ error }: { error: unknown }) {
  useEffect(() => report({ part: "shell", failure: crashFailure(error), wanted: null, running: null }), [error]);
  return (
    <main id="content" className="cq-state sh-screen">
      <title>{`${t("Something went wrong")} | Conquest`}</title>
      <a href={languagePrefix(language()) || "/"} aria-label={t("Conquest, home")}>
        <Logo />
      </a>
      <div aria-hidden="true">
        <FallenFlag />
      </div>
      <h1 className="cq-state-title">{t("Something went wrong")}</h1>
      <p className="cq-state-text">
        {t("An error on our side stopped this page. Everything you sent before is safe.")}
      </p>
      <div className="cq-state-action">
        <Button onClick={() => location.reload()}>{t("Retry")}</Button>
      </div>
      <p className="sh-incident">
        <T text="Incident {code}" code={<code>{crashFailure(error).incident}</code>} />
      </p>
    </main>
  );
}
