import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";

const pageUrl = () => location.origin + location.pathname;

/** Opens the native share sheet, or copies the URL if there is none. */
export async function share(title: string): Promise<void> {
  // Missing in some browsers, despite its type.
  if (typeof (navigator.share as unknown) !== "function") return copyLink();
  try {
    await navigator.share({ title, url: pageUrl() });
  } catch (error) {
    // The user closed the share sheet.
    if (error instanceof DOMException && error.name === "AbortError") return;
    reportFailure();
  }
}

export async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(pageUrl());
    toast.success(t("Link copied"));
  } catch {
    reportFailure();
  }
}

const reportFailure = () => toast.error(t("Couldn't share the link. You can copy it from the address bar."));

/** Plain links: the page loads no scripts of these services. */
export function shareAddresses(title: string): Readonly<Record<string, string>> {
  const url = encodeURIComponent(pageUrl());
  return {
    LinkedIn: `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
    Facebook: `https://www.facebook.com/sharer/sharer.php?u=${url}`,
    WhatsApp: `https://wa.me/?text=${encodeURIComponent(`${title} `)}${url}`,
  };
}
