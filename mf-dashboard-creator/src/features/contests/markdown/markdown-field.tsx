import { Suspense, useId, useState, type ComponentProps } from "react";
import { useWatch, type Control } from "react-hook-form";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { DeferredComponent } from "@conquest/shared/ui/page/deferred-component";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";

/** Left out if its code cannot be loaded: the field works without it. */
export const MarkdownToolbar = lazyComponent(() =>
  import(/* webpackChunkName: "markdown-tools" */ "./markdown-toolbar").catch(() => ({ default: () => null })),
);
const MarkdownPreview = lazyComponent(() => import(/* webpackChunkName: "markdown-tools" */ "./markdown-preview"));

interface Props extends Omit<ComponentProps<typeof TextAreaField>, "below"> {
  name: "description" | "task";
  control: Control<ContestFormInput, unknown, ContestFormInput>;
}

/** A text area with a toolbar and a preview below it: the first tab stop is the text. */
export function MarkdownField({ control, ...props }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <TextAreaField
      {...props}
      id={id}
      below={
        <>
          <Suspense fallback={<div className="dc:h-11" />}>
            <MarkdownToolbar controls={id} isPreviewOpen={isOpen} onPreview={() => setIsOpen(!isOpen)} />
          </Suspense>
          {isOpen && <Preview control={control} name={props.name} />}
        </>
      }
    />
  );
}

function Preview({ control, name }: Pick<Props, "control" | "name">) {
  const text = useWatch({ control, name });
  return (
    <DeferredComponent code={MarkdownPreview} props={{ text }} placeholder={<div className="cq-bone dc:h-24" />} />
  );
}
