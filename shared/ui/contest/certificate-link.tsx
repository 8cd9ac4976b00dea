import { Award } from "lucide-react";
import { useRef, type MouseEvent } from "react";
import { readCertificate } from "@conquest/shared/contracts/winners";
import { pathOf } from "@conquest/shared/singletons/call";
import { config } from "@conquest/shared/singletons/config";
import { http } from "@conquest/shared/singletons/http";
import { toast } from "@conquest/shared/singletons/toast";
import { buttonClass } from "@conquest/shared/ui/button";

type Look = Parameters<typeof buttonClass>[0];

/** Requests the certificate before saving it, since it may not exist, and browsers don't report failed downloads. */
export function CertificateLink({ contestId, label, ...look }: { contestId: string; label: string } & Look) {
  const link = useRef<HTMLAnchorElement>(null);
  const isAvailable = useRef(false);
  const path = pathOf(readCertificate, { params: { contestId } });

  const save = async (event: MouseEvent) => {
    if (isAvailable.current) return;
    event.preventDefault();
    try {
      await http.get(path, { baseURL: config().apiBase });
    } catch (error) {
      toast.error((error as Error).message);
      return;
    }
    isAvailable.current = true;
    link.current?.click();
    isAvailable.current = false;
  };

  return (
    <a
      ref={link}
      className={buttonClass(look)}
      href={`${config().apiBase}${path}`}
      download
      onClick={(event) => void save(event)}>
      <Award aria-hidden size={look.size === "sm" ? 16 : 18} /> {label}
    </a>
  );
}
