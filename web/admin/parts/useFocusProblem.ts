import { useEffect, type RefObject } from 'react';

/**
 * Leads to the first field that is wrong whenever a form has been refused.
 * @param attempts how often the form itself has refused to be sent
 * @param refusal what the server refused it with
 */
export function useFocusProblem(
  form: RefObject<HTMLFormElement | null>,
  attempts: number,
  refusal: Error | null,
): void {
  useEffect(() => {
    if (attempts > 0 || refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, attempts, refusal]);
}
