import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { http, type ApiError } from "@conquest/shared/singletons/http";
import { toast } from "@conquest/shared/singletons/toast";
import { fileAddress } from "@conquest/shared/ui/files/file-address";

interface Props {
  file: StoredFile;
  className: string;
  label?: string;
  children: ReactNode;
}

/**
 * Saves a file. One that was replaced since the page was asked for a browser fails to save without a word to the page: so the server is
 * asked for its head beside it, and where it is gone the page says so and asks for what there is now.
 */
export function SaveFile({ file, className, label, children }: Props) {
  const cache = useQueryClient();
  const address = fileAddress(file);
  const look = () =>
    void http.head(address).catch(({ status }: Partial<ApiError>) => {
      if (status !== 404) return;
      toast.error("This file is no longer there: it was replaced or taken back.");
      void cache.invalidateQueries();
    });
  return (
    <a className={className} href={address} download aria-label={label} onClick={look}>
      {children}
    </a>
  );
}
