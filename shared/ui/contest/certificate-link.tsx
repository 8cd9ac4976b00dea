import { Award } from "lucide-react";
import type { ComponentProps } from "react";
import { readCertificate } from "@conquest/shared/contracts/winners";
import { pathOf } from "@conquest/shared/singletons/call";
import { DownloadLink } from "@conquest/shared/ui/page/download-link";

type Props = Omit<ComponentProps<typeof DownloadLink>, "path" | "query" | "icon"> & { contestId: string };

export const CertificateLink = ({ contestId, ...rest }: Props) => (
  <DownloadLink path={pathOf(readCertificate, { params: { contestId } })} icon={Award} {...rest} />
);
