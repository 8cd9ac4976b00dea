import { Award } from "lucide-react";
import { useRef, type MouseEvent } from "react";
import { readCertificate } from "@conquest/shared/contracts/winners";
import { pathOf } from "@conquest/shared/singletons/call";
import { config } from "@conquest/shared/singletons/config";
import { http } from "@conquest/shared/singletons/http";
import { toast } from "@conquest/shared/singletons/toast";
import { buttonLook } from "@conquest/shared/ui/button";

type Look = Parameters<typeof buttonLook>[0];

/**
 * Saves one's certificate of a contest. It is asked for before the browser saves it: there may be none for a name in letters
 * that cannot be written, and a download that fails says nothing.
 */
export function CertificateLink({ contestId, label, ...look }: { contestId: string; label: string } & Look) {
  const link = useRef<HTMLAnchorElement>(null);
  const isThere = useRef(false);
  const path = pathOf(readCertificate, { params: { contestId } });

  const save = async (event: MouseEvent) => {
    if (isThere.current) return;
    event.preventDefault();
    try {
      await http.get(path, { baseURL: config().apiBase });
    } catch (error) {
      toast.error((error as Error).message);
      return;
    }
    isThere.current = true;
    link.current?.click();
    isThere.current = false;
  };

  return (
    <a
      ref={link}
      className={buttonLook(look)}
      href={`${config().apiBase}${path}`}
      download
      onClick={(event) => void save(event)}>
      <Award aria-hidden size={look.size === "sm" ? 16 : 18} /> {label}
    </a>
  );
}
