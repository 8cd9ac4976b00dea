import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import catalog from "../../messages/common.bn.json";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { ChartTable } from "./chart-table";
import type { Series } from "./series";
import { TimeChart } from "./time-chart";

const steps = ["1 Mar", "2 Mar", "3 Mar", "4 Mar"].map((short) => ({ label: `${short} 2026`, short }));
const joined: Series = { name: "Joined", look: "brand", values: [2, 0, 5, 1] };
const entries: Series = { name: "Entries", look: "gold", values: [0, 1, 1, 0] };

function renderChart(series: readonly Series[] = [joined, entries], props: object = {}) {
  const view = render(<TimeChart label="Per day" period="Last 4 days" steps={steps} series={series} {...props} />);
  const chart = screen.getByRole("slider", { name: "Per day" });
  jest.spyOn(chart, "getBoundingClientRect").mockReturnValue({ left: 100, width: 400 } as DOMRect);
  const legend = () => view.container.querySelector(".cq-chart-legend")?.textContent;
  return { ...view, chart, legend, user: userEvent.setup() };
}

// jsdom's pointer events have no position.
const pointAt = (chart: HTMLElement, clientX: number) =>
  fireEvent(chart, new MouseEvent("pointermove", { bubbles: true, clientX }));

it("shows totals until a step is selected", () => {
  expect(renderChart().legend()).toBe("Last 4 daysJoined8Entries2");
});

it("shows the values of the step under the pointer", () => {
  const { chart, legend } = renderChart();
  pointAt(chart, 310);
  expect(legend()).toBe("3 Mar 2026Joined5Entries1");
  fireEvent.pointerLeave(chart);
  expect(legend()).toBe("Last 4 daysJoined8Entries2");
});

it("can be read with the keyboard alone", async () => {
  const { chart, legend, user } = renderChart();
  await user.tab();
  expect(chart).toHaveFocus();
  expect(chart).toHaveAttribute("aria-valuetext", "4 Mar 2026: Joined 1, Entries 0");
  await user.keyboard("{ArrowLeft}");
  expect(chart).toHaveAttribute("aria-valuetext", "3 Mar 2026: Joined 5, Entries 1");
  await user.keyboard("{Home}{ArrowLeft}");
  expect(legend()).toBe("1 Mar 2026Joined2Entries0");
  await user.keyboard("{End}");
  expect(chart).toHaveAttribute("aria-valuenow", "3");
  await user.keyboard("{Escape}");
  expect(legend()).toBe("Last 4 daysJoined8Entries2");
  await user.keyboard("{PageDown}");
  expect(legend()).toBe("1 Mar 2026Joined2Entries0");
  act(() => chart.blur());
  expect(legend()).toBe("Last 4 daysJoined8Entries2");
});

it("keeps the step of a focused chart when the pointer leaves", () => {
  const { chart, legend } = renderChart();
  act(() => chart.focus());
  pointAt(chart, 110);
  fireEvent.pointerLeave(chart);
  expect(legend()).toBe("1 Mar 2026Joined2Entries0");
});

it("has round numbers on its axis, and draws values to scale", () => {
  const { container } = renderChart();
  expect([...container.querySelectorAll(".cq-chart-y span")].map(({ textContent }) => textContent)).toEqual([
    "0",
    "2",
    "4",
    "6",
  ]);
  const bars = [...container.querySelectorAll(".cq-chart-brand rect")];
  expect(bars.map((bar) => Number(bar.getAttribute("height")).toFixed(1))).toEqual(["53.3", "133.3", "26.7"]);
});

it("stacks bars", () => {
  const { container } = renderChart([joined, entries], { isStacked: true });
  const [first, second] = [...container.querySelectorAll(".cq-chart-gold rect")];
  expect(Number(first!.getAttribute("y"))).toBeCloseTo(160 - 160 / 6);
  expect(Number(second!.getAttribute("y"))).toBeCloseTo(0);
});

it("interrupts a line where a value is missing", () => {
  const load: Series = { name: "Load", look: "info", shape: "line", values: [100, 200, null, 300], total: "up to 300" };
  const { container, chart, legend } = renderChart([load]);
  expect(container.querySelectorAll("polyline")).toHaveLength(2);
  expect(container.querySelectorAll("circle")).toHaveLength(1);
  expect(legend()).toBe("Last 4 daysLoadup to 300");
  pointAt(chart, 310);
  expect(legend()).toBe("3 Mar 2026Load–");
});

it("ends a running total with its last value", () => {
  expect(renderChart([{ name: "Participants", look: "brand", shape: "area", values: [2, 2, 7, 8] }]).legend()).toBe(
    "Last 4 daysParticipants8",
  );
});

it("draws nothing but the axis without values", () => {
  const { container } = renderChart([{ ...joined, values: [0, 0, 0, 0] }], { size: "small" });
  expect(container.querySelectorAll(".cq-chart-bars rect")).toHaveLength(0);
  expect(container.querySelector(".cq-chart-y")).toHaveTextContent("01");
});

it("has a table with the rows that have values", async () => {
  render(
    <ChartTable
      caption="Joins per day"
      stepName="Day"
      steps={steps}
      columns={[{ name: "Joined", values: [2, 0, 50_000, 0], format: (value) => `৳${value}` }]}
    />,
  );
  await userEvent.click(screen.getByText("View as table"));
  const table = within(screen.getByRole("table", { name: "Joins per day" }));
  expect(table.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
    "DayJoined",
    "1 Mar 2026৳2",
    "3 Mar 2026৳50000",
  ]);
  expect(screen.getByText("Rows without any values are left out.")).toBeVisible();
});

it("writes the values, the axis and the table in Bangla", async () => {
  provideLanguage("bn", [catalog]);
  const { container, chart, user } = renderChart([{ ...joined, values: [1200, 0, 0, 15] }]);
  expect(chart).toHaveAttribute("aria-roledescription", "চার্ট");
  expect(container.querySelector(".cq-chart-legend")).toHaveTextContent("১,২১৫");
  expect(container.querySelector(".cq-chart-y")).toHaveTextContent("০৫০০১,০০০১,৫০০");
  await user.tab();
  expect(chart).toHaveAttribute("aria-valuetext", "4 Mar 2026: Joined ১৫");
  render(<ChartTable caption="" stepName="" steps={steps} columns={[joined]} />);
  expect(screen.getByText("টেবিল আকারে দেখুন")).toBeVisible();
  provideLanguage("en", []);
});
