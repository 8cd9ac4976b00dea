import type { LucideIcon } from "lucide-react";
import { useRef, type MouseEvent } from "react";
import { config } from "@conquest/shared/singletons/config";
import { ApiError, http } from "@conquest/shared/singletons/http";
import { language } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { buttonClass } from "@conquest/shared/ui/button";

type Look = Parameters<typeof buttonClass>[0];

interface Props extends Look {
  /** Below the API's base. */
  path: string;
  /** Returns query parameters when clicked. They are left out if the server rejects them. */
  query?: () => Record<string, string>;
  label: string;
  icon: LucideIcon;
}

/** Saves a file in the page's language. Requests it first: browsers send another language and report no failures. */
export function DownloadLink({ path, query, label, icon: Icon, ...look }: Props) {
  const isAvailable = useRef(false);

  const save = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (isAvailable.current) return;
    event.preventDefault();
    const link = event.currentTarget;
    try {
      link.href = await findAvailable(path, query?.());
    } catch (error) {
      toast.error((error as Error).message);
      return;
    }
    isAvailable.current = true;
    link.click();
    isAvailable.current = false;
  };

  return (
    <a
      className={buttonClass(look)}
      href={`${config().apiBase}${path}?language=${language()}`}
      download
      onClick={(event) => void save(event)}>
      <Icon aria-hidden size={look.size === "sm" ? 16 : 18} /> {label}
    </a>
  );
}

async function findAvailable(path: string, query?: Record<string, string>): Promise<string> {
  const { apiBase } = config();
  const params = { language: language(), ...query };
  try {
    await http.get(path, { baseURL: apiBase, params });
    return `${apiBase}${path}?${new URLSearchParams(params).toString()}`;
  } catch (error) {
    if (query && error instanceof ApiError && error.status === 422) return findAvailable(path);
    throw error;
  }
}
