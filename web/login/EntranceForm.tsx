import type { ReactNode } from 'react';
import type { Form } from '../forms/useForm.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { focusIfLost } from '../ui/focusOnMount.ts';
import { Notice } from '../ui/Notice.tsx';

export interface EntranceFormProps {
  readonly title: string;
  readonly intro: string;
  /** The address of the account, shown after the introduction. */
  readonly email?: string | undefined;
  readonly action: string;
  readonly form: Pick<Form<unknown, unknown>, 'busy' | 'errorText' | 'onSubmit'>;
  readonly children: ReactNode;
}

/** A form of the entrance: heading, fields, button, error. */
export function EntranceForm({ title, intro, email, action, form, children }: EntranceFormProps) {
  const { login } = useMessages();
  return (
    <>
      {/* The form of an account follows a screen whose focus is gone. */}
      <h2
        ref={email === undefined ? undefined : focusIfLost}
        tabIndex={-1}
        className="headline text-title outline-none"
      >
        {title}
      </h2>
      <p className="mt-2 text-ink-soft">
        <span>{intro} </span>
        {email && <strong className="font-semibold break-words text-ink">{email}</strong>}
      </p>
      <form noValidate className="mt-7 flex flex-col gap-5" onSubmit={form.onSubmit}>
        {children}
        <Button type="submit" busy={form.busy} className="mt-2 w-full">
          {form.busy ? login.processing : action}
        </Button>
      </form>
      {form.errorText && (
        <Notice tone="error" className="mt-5">
          {form.errorText}
        </Notice>
      )}
    </>
  );
}
