import { Copy } from "lucide-react";
import { useId, useRef } from "react";
import { EMBED_SIZE, embedPath } from "@conquest/shared/contracts/embed";
import { language, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";

export interface EmbedDialogProps {
  contest: { _id: string; name: string };
  onClose: () => void;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);

/** Visitors of a site are mostly in the zone of its author. */
// eslint-disable-next-line no-restricted-syntax -- Read when the dialog opens, long after the page is usable.
const readZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export default function EmbedDialog({ contest: { _id, name }, onClose }: EmbedDialogProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const path = embedPath(_id, { language: language(), timeZone: readZone() });
  const { width, height } = EMBED_SIZE;
  const html = `<iframe src="${escapeHtml(location.origin + path)}" title="${escapeHtml(name)}" width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(html);
      toast.success(t("Copied"));
    } catch {
      field.current?.select();
      toast.error(t("Couldn't copy it. Select the text to copy it yourself."));
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title={t("Embed this contest")}
      size="lg"
      actions={
        <Button onClick={() => void copy()}>
          <Copy aria-hidden size={18} /> {t("Copy HTML")}
        </Button>
      }>
      <p id={`${id}-hint`}>{t("Paste this HTML into your website. The card always shows the current status.")}</p>
      <label className="cq-label" htmlFor={id}>
        {t("HTML code")}
      </label>
      <div className="cq-control">
        <textarea
          ref={field}
          id={id}
          readOnly
          rows={4}
          dir="ltr"
          spellCheck={false}
          value={html}
          aria-describedby={`${id}-hint`}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className="cq-input cq-textarea"
        />
      </div>
      <h3 className="cq-label">{t("Preview")}</h3>
      {/* Links of the card would leave this page. */}
      <div inert>
        <iframe src={path} title={t("Preview of the card")} height={height} className="cq-embed" />
      </div>
    </Dialog>
  );
}
