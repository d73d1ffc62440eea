import { useId, type ReactNode } from 'react';
import type { Form } from '../forms/useForm.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Button, type ButtonVariant } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

export interface AccountFormProps {
  readonly text: { readonly title: string; readonly intro?: string; readonly action: string };
  readonly variant?: ButtonVariant;
  readonly form: Pick<Form<unknown, unknown>, 'busy' | 'errorText' | 'onSubmit'>;
  /** Shown after a success. */
  readonly done?: string | false | null;
  /** The fields. */
  readonly children?: ReactNode;
}

/** One change of the account: heading, fields, button and outcome. */
export function AccountForm({ text, variant = 'primary', form, done, children }: AccountFormProps) {
  const { login } = useMessages();
  const id = useId();
  return (
    <form
      noValidate
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        form.onSubmit(event);
      }}
      className="flex flex-col gap-4"
    >
      <div>
        <h3 id={id} className="headline text-lead">
          {text.title}
        </h3>
        {text.intro !== undefined && <p className="mt-1 text-ink-soft">{text.intro}</p>}
      </div>
      {children}
      {form.errorText && <Notice tone="error">{form.errorText}</Notice>}
      <Button type="submit" busy={form.busy} variant={variant} className="w-full sm:self-start sm:w-auto">
        {form.busy ? login.processing : text.action}
      </Button>
      {done && <Notice tone="success">{done}</Notice>}
    </form>
  );
}
