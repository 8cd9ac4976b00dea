import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { http, type ApiError } from "@conquest/shared/singletons/http";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { fileUrl } from "@conquest/shared/ui/files/file-url";

interface Props {
  file: StoredFile;
  className: string;
  label?: string;
  children: ReactNode;
}

/** Sends a HEAD request, since browsers don't report failed downloads: a replaced file is reported and refetched. */
export function SaveFile({ file, className, label, children }: Props) {
  const cache = useQueryClient();
  const address = fileUrl(file);
  const checkFile = () =>
    void http.head(address).catch(({ status }: Partial<ApiError>) => {
      if (status !== 404) return;
      toast.error(t("This file is no longer available. It was replaced or deleted."));
      void cache.invalidateQueries();
    });
  return (
    <a className={className} href={address} download aria-label={label} onClick={checkFile}>
      {children}
    </a>
  );
}
