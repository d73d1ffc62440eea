import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useArea } from '../../i18n/areas.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useDescribeFactorError } from './describeFactorError.ts';
import { classes } from '../../ui/classes.ts';
import { useAction } from '../../forms/useAction.ts';

export interface CodeFormProps {
  /** Label of the button. */
  readonly action: string;
  /** Sends the code; what it rejects with is shown at the field. */
  readonly onCode: (code: string) => Promise<void>;
  /** Whether the field has the focus at once. */
  readonly focused?: boolean;
  /** Gives up; without it there is no button for that. */
  readonly onCancel?: () => void;
  /** Among other things on a wide dialog: the buttons are as wide as their words, side by side. */
  readonly inSection?: boolean;
  /** Above the field. */
  readonly children?: ReactNode;
}

const digits = 6;

/** Asks for the six digits that an authenticator app shows. */
export function CodeForm(props: CodeFormProps) {
  const { action, onCode, focused = false, onCancel, inSection = false, children } = props;
  const t = useArea('factors');
  const { errors, login } = useWords();
  const describe = useDescribeFactorError();
  const field = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const { busy, failure, run } = useAction(onCode);
  const refused = failure?.error;

  useEffect(() => {
    const input = field.current?.querySelector<HTMLInputElement>('input[name="code"]');
    if (focused || refused !== undefined) input?.focus();
    // A code that was refused is typed anew.
    if (refused !== undefined) input?.select();
  }, [focused, refused]);

  const problem = incomplete ? errors.field.required : failure ? describe(failure.error) : undefined;
  return (
    <form
      ref={field}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setIncomplete(code.length < digits);
        if (code.length === digits) run(code);
        else field.current?.querySelector<HTMLInputElement>('input[name="code"]')?.focus();
      }}
    >
      {children}
      <TextField
        label={t.code}
        hint={t.codeHint}
        error={busy ? undefined : problem}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        onChange={(event) => {
          // Apps show the digits in groups, and people copy them so.
          setCode(event.target.value.replace(/\D/g, '').slice(0, digits));
          setIncomplete(false);
        }}
      />
      <div className={classes('flex flex-col gap-3', inSection && 'sm:flex-row')}>
        <Button type="submit" busy={busy}>
          {busy ? login.processing : action}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {t.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
