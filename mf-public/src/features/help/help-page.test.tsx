import { existsSync } from "node:fs";
import path from "node:path";
import { screen, within } from "@testing-library/react";
import { LANGUAGES } from "@conquest/shared/contracts/parts/languages";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { renderAt } from "@conquest/shared/testing/render-at";
import catalog from "../../../messages/help.bn.json";
import PublicRoutes from "../../routes";
import type { HelpBlock } from "./help-article";
import { HELP_TOPICS } from "./help-topics";
import { searchHelp } from "./search-help";

const MEDIA = path.join(__dirname, "../../../../server/media/help");

const blocks: readonly HelpBlock[] = HELP_TOPICS.flatMap(({ articles }) => articles.flatMap(({ body }) => body));

afterEach(() => provideLanguage("en", []));

it("lists the articles of each topic", async () => {
  renderAt("/help", PublicRoutes);
  const creators = within(await screen.findByRole("region", { name: "Help for creators" }));
  expect(creators.getByRole("link", { name: "Write a good brief" })).toHaveAttribute("href", "/help/creators#brief");
});

it("searches titles and texts, with matches in titles first", () => {
  const found = HELP_TOPICS.flatMap(({ articles }) => searchHelp(articles, "refund")).map(({ id }) => id);
  expect(found[0]).toBe("refunds");
  expect(found).toEqual(expect.arrayContaining(["cost", "cancel"]));
  expect(HELP_TOPICS.flatMap(({ articles }) => searchHelp(articles, "?!"))).toEqual([]);
});

it("shows what the search finds, and how to ask if it finds nothing", async () => {
  const { user } = renderAt("/help?q=waiting+list", PublicRoutes);
  expect(await screen.findByRole("link", { name: "Full contests and the waiting list" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Write a good brief" })).not.toBeInTheDocument();

  const search = screen.getByRole("searchbox");
  await user.clear(search);
  await user.type(search, "spaceship{Enter}");
  expect(await screen.findByText("No help about “spaceship”")).toBeVisible();
  expect(screen.getByRole("link", { name: "ask us" })).toHaveAttribute("href", "/contact_us");
  await user.click(screen.getByRole("button", { name: "Show all help" }));
  expect(await screen.findByRole("link", { name: "Write a good brief" })).toBeVisible();
});

it("finds articles in Bangla", () => {
  provideLanguage("bn", [catalog]);
  expect(HELP_TOPICS.flatMap(({ articles }) => searchHelp(articles, "টাকা ফেরত"))[0]?.id).toBe("refunds");
});

it.each(HELP_TOPICS)("shows all articles at $path", async ({ path, title, articles }) => {
  renderAt(path, PublicRoutes);
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
  for (const { id, title: name } of articles)
    expect(screen.getByRole("heading", { level: 2, name })).toHaveAttribute("id", id);
  expect(new Set(articles.map(({ id }) => id)).size).toBe(articles.length);
});

it("has each picture in each language", () => {
  const pictures = blocks.flatMap((block) => (typeof block === "object" && "picture" in block ? [block.picture] : []));
  expect(pictures.length).toBeGreaterThan(0);
  for (const picture of pictures)
    for (const language of LANGUAGES) expect(existsSync(path.join(MEDIA, `${picture}-${language}.webp`))).toBe(true);
});
