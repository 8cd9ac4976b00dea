import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { http } from "@conquest/shared/singletons/http";
import { T, t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { fileUrl } from "@conquest/shared/ui/files/file-url";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { QueryView } from "@conquest/shared/ui/state/query-view";

/** Longer texts would take long to lay out. */
const MAX_LENGTH = 100_000;

export function TextPreview({ file }: { file: StoredFile }) {
  const [isOpen, setOpen] = useState(false);
  const text = useQuery({
    queryKey: ["entry file as text", file._id],
    queryFn: async ({ signal }) => (await http.get<string>(fileUrl(file), { responseType: "text", signal })).data,
    enabled: isOpen,
  });
  return (
    <details className="dc:mt-2" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="dc:min-h-9 dc:py-1.5 dc:wrap-anywhere">
        <T text="Preview {name}" name={<bdi>{file.name}</bdi>} />
      </summary>
      {isOpen && (
        <QueryView query={text} skeleton={<Spinner label={t("Loading the text")} />}>
          {(data) => (
            <>
              <pre
                dir="auto"
                lang={langOf(data.slice(0, MAX_LENGTH))}
                // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- long texts are scrolled with the keyboard
                tabIndex={0}
                aria-label={file.name}
                role="region"
                className="dc:max-h-96 dc:max-w-[65ch] dc:overflow-y-auto dc:rounded-md dc:bg-sunk dc:p-3 dc:font-sans dc:whitespace-pre-wrap dc:wrap-anywhere">
                {data.slice(0, MAX_LENGTH)}
              </pre>
              {data.length > MAX_LENGTH && (
                <p className="cq-hint">{t("These are the first {n} characters.", { n: MAX_LENGTH })}</p>
              )}
            </>
          )}
        </QueryView>
      )}
    </details>
  );
}
