import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import PictureViewer from "@conquest/shared/ui/files/picture-viewer";
import { provideConfig } from "@conquest/shared/singletons/config";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { aSiteConfig, sampleId } from "@conquest/shared/testing/samples";

const pictures = ["first.png", "second.png"].map((name, at) => ({
  _id: sampleId(at),
  name,
  kind: "picture" as const,
  bytes: 100,
  width: 8,
  height: 8,
}));

it("shows the next picture on an arrow key, but not with Alt", () => {
  provideConfig(aSiteConfig());
  render(
    <QueryClientProvider client={queryClient}>
      <PictureViewer pictures={pictures} first={pictures[0]!} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const title = () => screen.getByRole("dialog").querySelector("h2")!.textContent;
  fireEvent.keyDown(document.body, { key: "ArrowRight", altKey: true });
  fireEvent.keyDown(document.body, { key: "ArrowRight", isComposing: true });
  expect(title()).toContain("first.png");
  fireEvent.keyDown(document.body, { key: "ArrowRight" });
  expect(title()).toContain("second.png");
});
