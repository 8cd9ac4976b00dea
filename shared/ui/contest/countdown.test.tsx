import { act, render, screen } from "@testing-library/react";
import { Countdown, timeLeft } from "@conquest/shared/ui/contest/countdown";

const SECOND = 1000;
const DAY = 86_400 * SECOND;

describe("timeLeft", () => {
  it("splits a duration into days, hours, min and sec", () => {
    expect(timeLeft(2 * DAY + 3 * 3600 * SECOND + 4 * 60 * SECOND + 5 * SECOND)).toEqual({
      days: 2,
      hours: 3,
      min: 4,
      sec: 5,
    });
  });

  it("is all zero at the deadline and after it", () => {
    const over = { days: 0, hours: 0, min: 0, sec: 0 };
    expect(timeLeft(0)).toEqual(over);
    expect(timeLeft(-DAY)).toEqual(over);
  });
});

describe("Countdown", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it("reads the clock on each tick, even after the page was suspended", () => {
    let now = 0;
    render(<Countdown to={new Date(10 * SECOND).toISOString()} now={() => now} />);
    const timer = screen.getByRole("timer", { name: "Time left" });
    expect(timer).toHaveTextContent("00days00hours00min10sec");

    now = 7 * SECOND;
    act(() => jest.advanceTimersByTime(SECOND));
    expect(timer).toHaveTextContent("00days00hours00min03sec");
  });

  it("updates immediately when a hidden tab becomes visible", () => {
    let now = 0;
    render(<Countdown to={new Date(60 * SECOND).toISOString()} now={() => now} />);
    now = 50 * SECOND;
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(screen.getByRole("timer")).toHaveTextContent("00min10sec");
  });

  it("is silent to screen readers", () => {
    render(<Countdown to={new Date(60 * SECOND).toISOString()} now={() => 0} />);
    expect(screen.getByRole("timer")).toHaveAttribute("aria-live", "off");
  });
});
