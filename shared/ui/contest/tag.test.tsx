import { render } from "@testing-library/react";
import { TAGS, type Tag } from "@conquest/shared/contracts/tags";
import catalog from "../../messages/common.bn.json";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { TagLabel } from "./tag";

afterEach(() => provideLanguage("en", []));

const shown = (tag: string) => render(<TagLabel tag={tag as Tag} />).container.firstElementChild!;

it.each(TAGS)("has a color and a Bangla name for %s", (tag) => {
  expect(shown(tag)).toHaveTextContent(tag);
  provideLanguage("bn", [catalog]);
  expect(shown(tag)).toHaveTextContent(/^[\u0980-\u09ff ]+$/);
  expect(shown(tag)).not.toHaveClass("cq-tag-other");
});

it("shows a tag of a newer server as it is", () => {
  expect(shown("Poetry")).toHaveTextContent("Poetry");
  expect(shown("Poetry")).toHaveClass("cq-tag-other");
});
