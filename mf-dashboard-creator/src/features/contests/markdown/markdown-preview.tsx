import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { previewMarkdown } from "@conquest/shared/contracts/publishing";
import { t } from "@conquest/shared/singletons/language";
import { query } from "@conquest/shared/singletons/api-hooks";
import RichText from "@conquest/shared/ui/format/rich-text";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { FailedState } from "@conquest/shared/ui/state/failed-state";

/** Below the limit of previews per minute even if someone types without a pause. */
const PAUSE_MS = 1000;

interface Props {
  text: string;
}

export default function MarkdownPreview({ text }: Props) {
  const [source, setSource] = useState(text.trim());
  useEffect(() => {
    const pause = setTimeout(() => setSource(text.trim()), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  const preview = useQuery({ ...query(previewMarkdown, { body: { text: source } }), enabled: source !== "" });
  const [last, setLast] = useState<{ source: string; tokens: NonNullable<typeof preview.data>["tokens"] }>();
  if (preview.data && last?.source !== source) setLast({ source, tokens: preview.data.tokens });

  return (
    <section
      aria-label={t("Formatted text")}
      aria-busy={preview.isFetching}
      className="dc:rounded-md dc:border dc:border-line dc:bg-sunk dc:p-4">
      <PreviewBody source={source} error={preview.error} retry={() => void preview.refetch()} shown={last} />
    </section>
  );
}

interface BodyProps {
  source: string;
  error: Error | null;
  retry: () => void;
  shown: { source: string; tokens: React.ComponentProps<typeof RichText>["tokens"] | null } | undefined;
}

function PreviewBody({ source, error, retry, shown }: BodyProps) {
  if (source === "") return <p className="cq-hint">{t("Your text appears here as people will see it.")}</p>;
  if (error) return <FailedState error={error} onRetry={retry} />;
  if (!shown) return <div className="cq-bone dc:h-16" />;
  return shown.tokens ? <RichText tokens={shown.tokens} /> : <UserText>{shown.source}</UserText>;
}
