import { useEffect, useState } from "react";
import { t } from "@conquest/shared/singletons/language";
import { Spinner } from "@conquest/shared/ui/state/spinner";

const SLOW_AFTER_MS = 3000;

export function Loading() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="sh-loading">
      <Spinner size="lg" label={t("Loading the page")} />
      {isSlow && <p role="status">{t("Still loading. This is taking longer than usual.")}</p>}
    </div>
  );
}
