import { toast } from "@conquest/shared/singletons/toast";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";

it("calls back once the code is loaded, and reports a failure", async () => {
  const error = jest.spyOn(toast, "error").mockReturnValue("");
  const then = jest.fn();
  whenLoaded({ load: () => Promise.resolve() }, then);
  await Promise.resolve();
  expect(then).toHaveBeenCalledTimes(1);
  expect(error).not.toHaveBeenCalled();
  whenLoaded({ load: () => Promise.reject(new Error("offline")) }, then);
  await Promise.resolve();
  expect(error).toHaveBeenCalledWith("Part of this page didn't load. Check your connection and try again.");
  expect(then).toHaveBeenCalledTimes(1);
});
