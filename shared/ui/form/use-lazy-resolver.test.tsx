import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useForm, type Resolver } from "react-hook-form";
import { toast, useToaster } from "@conquest/shared/singletons/toast";
import { useLazyResolver } from "./use-lazy-resolver";

interface FormValues {
  name: string;
}
const REQUIRED = { name: { type: "required", message: "This field is required" } };
const check: Resolver<FormValues, unknown, FormValues> = (values) =>
  values.name ? { values, errors: {} as Record<string, never> } : { values: {}, errors: REQUIRED };

function renderForm(importIt: () => Promise<{ check: typeof check }>) {
  const onSubmit = jest.fn();
  function Form() {
    const { register, handleSubmit, formState } = useForm<FormValues, unknown, FormValues>({
      resolver: useLazyResolver(importIt),
      defaultValues: { name: "" },
    });
    return (
      <form onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
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
  return { onSubmit, user: userEvent.setup() };
}

beforeEach(() => toast.remove());

it("loads the validator on focus, and validates before submitting", async () => {
  const importIt = jest.fn(async () => ({ check }));
  const { onSubmit, user } = renderForm(importIt);
  expect(importIt).not.toHaveBeenCalled();
  await user.tab();
  expect(importIt).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole("button"));
  expect(await screen.findByText("This field is required")).toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();
  await user.type(screen.getByRole("textbox"), "Tea");
  await user.click(screen.getByRole("button"));
  expect(onSubmit.mock.calls[0]?.[0]).toEqual({ name: "Tea" });
});

it("reports a failed load without submitting, and retries", async () => {
  let isThere = false;
  const { onSubmit, user } = renderForm(async () => (isThere ? { check } : Promise.reject(new Error("offline"))));
  await user.type(screen.getByRole("textbox"), "Tea");
  await user.click(screen.getByRole("button"));
  expect(await screen.findByText(/Couldn't check/)).toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();
  isThere = true;
  await user.click(screen.getByRole("button"));
  expect(onSubmit).toHaveBeenCalledTimes(1);
});
