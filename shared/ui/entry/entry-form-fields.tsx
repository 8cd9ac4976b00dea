import { Suspense } from "react";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import type { EntryFieldListProps } from "@conquest/shared/ui/entry/entry-field-list";

/** Not part of a page's first scripts: most contests have no entry form. */
const EntryFieldList = lazyComponent<EntryFieldListProps>(
  () => import(/* webpackChunkName: "entry-field-list" */ "@conquest/shared/ui/entry/entry-field-list"),
);
// A page is rendered on the server in one go, and can't wait for it there.
if (typeof document === "undefined") void EntryFieldList.load();

export const EntryFormFields = (props: EntryFieldListProps) => (
  <Suspense>
    <EntryFieldList {...props} />
  </Suspense>
);
