import { useId, type ReactNode } from 'react';
import { describeError } from '../i18n/describeError.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { Button, type ButtonVariant } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { Submit } from '../forms/useSubmit.ts';

export interface AccountFormProps {
  readonly title: string;
  readonly intro?: string;
  readonly action: string;
  readonly variant?: ButtonVariant;
  readonly submit: Submit<object>;
  /** What is said after it was done. */
  readonly done: string | null;
  /** The fields. */
  readonly children?: ReactNode;
}

/** One change of the account: heading, fields, button, and what came of it. */
export function AccountForm({ title, intro, action, variant, submit, done, children }: AccountFormProps) {
  const { errors, login } = useWords();
  const id = useId();
  const { busy, failure, onSubmit } = submit;
  return (
    <form noValidate aria-labelledby={id} onSubmit={onSubmit} className="flex flex-col gap-4">
      <div>
        <h3 id={id} className="headline text-lead">
          {title}
        </h3>
        {intro !== undefined && <p className="mt-1 text-ink-soft">{intro}</p>}
      </div>
      {children}
      <Button
        type="submit"
        busy={busy}
        variant={variant ?? 'primary'}
        className="w-full sm:self-start sm:w-auto"
      >
        {busy ? login.processing : action}
      </Button>
      {failure && <Notice tone="error">{describeError(failure.error, errors)}</Notice>}
      {done !== null && <Notice tone="success">{done}</Notice>}
    </form>
  );
}
