import { Suspense, type ComponentType } from "react";
import { Route, Routes } from "react-router-dom";
import { findBestMatch } from "@conquest/shared/contracts/parts/match-route";
import { loadMessages, t } from "@conquest/shared/singletons/language";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Spinner } from "@conquest/shared/ui/state/spinner";

type ImportPage = () => Promise<{ default: ComponentType }>;

/** `load` resolves once a path can be rendered synchronously. Each page is a chunk, loaded together with its messages. */
export function pageTable(table: Record<string, ImportPage>) {
  const pages = Object.entries(table).map(([path, importPage]) => {
    const importTranslated = async () => {
      const messages = loadMessages(path);
      const page = await importPage();
      await messages;
      return page;
    };
    return { path, Page: lazyComponent(importTranslated) };
  });
  known.push(...pages);

  const AllPages = () => (
    <Routes>
      {pages.map(({ path, Page }) => (
        <Route
          key={path}
          path={path}
          element={
            <Suspense fallback={<Waiting />}>
              <Page />
            </Suspense>
          }
        />
      ))}
    </Routes>
  );
  const load = async (path: string): Promise<void> => findBestMatch(pages, path)?.candidate.Page.load();
  return { Routes: AllPages, load };
}

const known: { Page: { load(): Promise<void> } }[] = [];

/** For tests, which render pages synchronously. */
export const loadEveryPage = () => Promise.all(known.map(({ Page }) => Page.load()));

const Waiting = () => (
  <div className="cq-loading">
    <Spinner size="lg" label={t("Loading the page")} />
  </div>
);
