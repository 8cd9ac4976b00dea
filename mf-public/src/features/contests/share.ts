import { toast } from "@conquest/shared/singletons/toast";

/** The sheet of the phone where there is one; else the address is copied. */
export async function share(title: string): Promise<void> {
  const url = location.origin + location.pathname;
  try {
    // Not every browser has it, whatever its type says.
    if (typeof (navigator.share as unknown) === "function") {
      await navigator.share({ title, url });
      return;
    }
    await navigator.clipboard.writeText(url);
    toast.success("Link copied");
  } catch (error) {
    // Whoever closes the sheet has changed their mind.
    if (error instanceof DOMException && error.name === "AbortError") return;
    toast.error("The link could not be shared. You can copy it from the address bar.");
  }
}
