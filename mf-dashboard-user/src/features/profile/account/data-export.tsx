import { exportMyData } from "@conquest/shared/contracts/account";
import { config } from "@conquest/shared/singletons/config";
import { DownloadLink } from "@conquest/shared/ui/download-link";
import { Download } from "lucide-react";

export const DataExport = () => (
  <div className="du:grid du:gap-4">
    <p>
      A file with everything we have of you: profile, payments, entries and what was said of them, contests and their
      review, notices, messages and sessions. It is JSON, which you can read in any text editor. Files that you handed
      in are listed in it; the files themselves you download where you handed them in.
    </p>
    <div>
      <DownloadLink href={`${config().apiBase}${exportMyData.path}`} variant="secondary">
        <Download aria-hidden="true" size={18} /> Download my data
      </DownloadLink>
    </div>
  </div>
);
