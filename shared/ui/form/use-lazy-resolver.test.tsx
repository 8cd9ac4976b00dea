import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useForm, type Resolver } from "react-hook-form";
import { toast, useToaster } from "@conquest/shared/singletons/toast";
import { useLazyResolver } from "./use-lazy-resolver";

interface Typed {
  name: string;
}
const REQUIRED = { name: { type: "required", message: "This field is required" } };
const check: Resolver<Typed, unknown, Typed> = (values) =>
  values.name ? { values, errors: {} as Record<string, never> } : { values: {}, errors: REQUIRED };

function draw(importIt: () => Promise<{ check: typeof check }>) {
  const sent = jest.fn();
  function Form() {
    const { register, handleSubmit, formState } = useForm<Typed, unknown, Typed>({
      resolver: useLazyResolver(importIt),
      defaultValues: { name: "" },
    });
    return (
      <form onSubmit={(event) => void handleSubmit(sent)(event)}>
        <input aria-label="Name" {...register("name")} />
        <p>{formState.errors.name?.message}</p>
        <button>Send</button>
        {useToaster().toasts.map(({ id, message }) => (
          <p key={id}>{String(message)}</p>
        ))}
      </form>
    );
  }
  render(<Form />);
  return { sent, user: userEvent.setup() };
}

beforeEach(() => toast.remove());

it("brings the check when somebody turns to the form, and asks it before anything is sent", async () => {
  const importIt = jest.fn(async () => ({ check }));
  const { sent, user } = draw(importIt);
  expect(importIt).not.toHaveBeenCalled();
  await user.tab();
  expect(importIt).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole("button"));
  expect(await screen.findByText("This field is required")).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
  await user.type(screen.getByRole("textbox"), "Tea");
  await user.click(screen.getByRole("button"));
  expect(sent.mock.calls[0]?.[0]).toEqual({ name: "Tea" });
});

it("sends nothing that it could not check, says so, and can the next time", async () => {
  let isThere = false;
  const { sent, user } = draw(async () => (isThere ? { check } : Promise.reject(new Error("offline"))));
  await user.type(screen.getByRole("textbox"), "Tea");
  await user.click(screen.getByRole("button"));
  expect(await screen.findByText(/could not be checked/)).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
  isThere = true;
  await user.click(screen.getByRole("button"));
  expect(sent).toHaveBeenCalledTimes(1);
});
