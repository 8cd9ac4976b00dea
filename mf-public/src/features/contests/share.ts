import { toast } from "@conquest/shared/singletons/toast";

/** Opens the native share sheet, or copies the URL if there is none. */
export async function share(title: string): Promise<void> {
  const url = location.origin + location.pathname;
  try {
    // Missing in some browsers, despite its type.
    if (typeof (navigator.share as unknown) === "function") {
      await navigator.share({ title, url });
      return;
    }
    await navigator.clipboard.writeText(url);
    toast.success("Link copied");
  } catch (error) {
    // The user closed the share sheet.
    if (error instanceof DOMException && error.name === "AbortError") return;
    toast.error("The link could not be shared. You can copy it from the address bar.");
  }
}
