import { existsSync } from "node:fs";
import path from "node:path";
import { screen, within } from "@testing-library/react";
import { LANGUAGES } from "@conquest/shared/contracts/parts/languages";
import { provideConfig } from "@conquest/shared/singletons/config";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aSiteConfig } from "@conquest/shared/testing/samples";
import catalog from "../../../messages/help.bn.json";
import PublicRoutes from "../../routes";
import { messageOf, type HelpBlock } from "./help-article";
import { HELP_TOPICS } from "./help-topics";
import { searchHelp } from "./search-help";

const MEDIA = path.join(__dirname, "../../../../server/media/help");

const blocks: readonly HelpBlock[] = HELP_TOPICS.flatMap(({ articles }) => articles.flatMap(({ body }) => body));

beforeEach(() => provideConfig(aSiteConfig()));
afterEach(() => provideLanguage("en", []));

it("lists the articles of each topic", async () => {
  renderAt("/help", PublicRoutes);
  const creators = within(await screen.findByRole("region", { name: "Help for creators" }));
  expect(creators.getByRole("link", { name: "Write a good brief" })).toHaveAttribute("href", "/help/creators#brief");
});

const find = (query: string) => searchHelp(HELP_TOPICS, query).flatMap(({ articles }) => articles.map(({ id }) => id));

it("searches titles and texts, with the best matches first", () => {
  const found = find("refund");
  expect(found[0]).toBe("refunds");
  expect(found).toEqual(expect.arrayContaining(["cost", "cancel"]));
  expect(find("?!")).toEqual([]);
});

it.each([
  ["judging criteria weight", "judging"],
  ["verify email", "account"],
  ["fee", "cost"],
  ["close early", "deadlines"],
  ["tie", "judging"],
  ["dispute", "prize"],
  ["csv", "progress"],
  ["attachment", "brief"],
  ["copy", "duplicate"],
  ["certificate", "results"],
])("finds with “%s” the article %s first", (query, id) => {
  expect(find(query)[0]).toBe(id);
});

it("matches beginnings of words only", () => {
  expect(find("waitin")).toEqual(find("waiting"));
  expect(find("aiting")).toEqual([]);
});

it("finds the articles with most words if none has all", () => {
  expect(find("spaceship waiting list")).toEqual(find("waiting list"));
});

it.each([
  ["prize", "The prize"],
  ["registrationPrice", "The price"],
] as const)("has another text if joining costs the %s", (joinAmount, text) => {
  provideConfig(aSiteConfig({ joinAmount }));
  expect(messageOf({ ifPrize: "The prize", ifPrice: "The price" })).toBe(text);
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
  expect(find("টাকা ফেরত")[0]).toBe("refunds");
  expect(find("এন্ট্রি ফি")[0]).toBe("cost");
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
