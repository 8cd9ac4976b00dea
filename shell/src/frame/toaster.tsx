import { CircleAlert, CircleCheck, X } from "lucide-react";
import { t } from "@conquest/shared/singletons/language";
import { toast, TOAST_RULES, useToaster, type Toast } from "@conquest/shared/singletons/toast";
import { ToastPlace } from "@conquest/shared/ui/dialog/toast-place";
import { Spinner } from "@conquest/shared/ui/state/spinner";

const { duration, removeDelay } = TOAST_RULES;
const OPTIONS = {
  removeDelay,
  blank: { duration: duration.blank },
  error: { duration: duration.error },
  success: { duration: duration.success },
  loading: { duration: duration.loading },
  custom: { duration: duration.custom },
};

export function Toaster() {
  const { toasts, handlers } = useToaster(OPTIONS);
  return (
    <ToastPlace>
      <section
        className="cq-toasts"
        aria-label={t("Status messages")}
        aria-live="polite"
        onPointerEnter={handlers.startPause}
        onPointerLeave={handlers.endPause}>
        {toasts.map((item) => (
          <div
            key={item.id}
            className={`cq-toast cq-toast-${item.type}`}
            data-visible={item.visible}
            {...ariaAttributes(item)}>
            <ToastIcon item={item} />
            <p className="sh-toast-text">{typeof item.message === "function" ? item.message(item) : item.message}</p>
            <button
              type="button"
              className="sh-toast-close"
              aria-label={t("Dismiss")}
              onClick={() => toast.dismiss(item.id)}>
              <X aria-hidden="true" size={16} />
            </button>
          </div>
        ))}
      </section>
    </ToastPlace>
  );
}

/** Returns the ARIA attributes; a toast with aria-live "off" is not announced. */
const ariaAttributes = ({ type, ariaProps }: Toast) =>
  ariaProps["aria-live"] === "off" ? ariaProps : { role: type === "error" ? "alert" : "status" };

function ToastIcon({ item }: { item: Toast }) {
  if (item.icon) return item.icon;
  if (item.type === "error") return <CircleAlert aria-hidden="true" size={20} />;
  if (item.type === "success") return <CircleCheck aria-hidden="true" size={20} />;
  if (item.type === "loading") return <Spinner size="sm" label={t("Working")} />;
  return null;
}
