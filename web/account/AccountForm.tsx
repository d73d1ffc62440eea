import { useId, type FormEvent, type ReactNode } from 'react';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { Button, type ButtonVariant } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

export interface AccountFormProps {
  readonly title: string;
  readonly intro?: string;
  readonly action: string;
  readonly variant?: ButtonVariant;
  readonly busy: boolean;
  readonly errorText: string | undefined;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Shown after a success. */
  readonly done: string | null;
  /** The fields. */
  readonly children?: ReactNode;
}

/** One change of the account: heading, fields, button and outcome. */
export function AccountForm(props: AccountFormProps) {
  const { title, intro, action, variant = 'primary', busy, errorText, onSubmit, done, children } = props;
  const { login } = useWords();
  const id = useId();
  return (
    <form
      noValidate
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
      className="flex flex-col gap-4"
    >
      <div>
        <h3 id={id} className="headline text-lead">
          {title}
        </h3>
        {intro !== undefined && <p className="mt-1 text-ink-soft">{intro}</p>}
      </div>
      {children}
      <Button type="submit" busy={busy} variant={variant} className="w-full sm:self-start sm:w-auto">
        {busy ? login.processing : action}
      </Button>
      {errorText && <Notice tone="error">{errorText}</Notice>}
      {done !== null && <Notice tone="success">{done}</Notice>}
    </form>
  );
}
