import { useState, type ReactNode } from 'react';
import { focusField } from '../../forms/focusField.ts';
import { TextField } from '../../forms/TextField.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';

export interface CodeFormProps {
  readonly action: string;
  /** Sends the code; a rejection shows at the field. */
  readonly onCode: (code: string) => Promise<void>;
  readonly focused?: boolean;
  /** Gives up; without it there is no button for that. */
  readonly onCancel?: () => void;
  /** In a section of a wide dialog: the buttons are as wide as their labels, side by side. */
  readonly inSection?: boolean;
  /** Shown above the field. */
  readonly children?: ReactNode;
}

const digits = 6;

/** Asks for the six digits that an authenticator app shows. */
export function CodeForm(props: CodeFormProps) {
  const { action, onCode, focused = false, onCancel, inSection = false, children } = props;
  const t = useNamespace('factors');
  const { login } = useMessages();
  // Fixed at the start: a later change must not move the focus.
  const [focusFirst] = useState(() => (focused ? focusField : undefined));
  const form = useForm({
    initial: { code: '' },
    schema: (schemas) => schemas.codeSchema,
    phrases: t.errors,
    fieldOf: () => 'code',
    submit: ({ code }) => onCode(code),
  });
  const { busy } = form;
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.onSubmit}>
      {children}
      <div ref={focusFirst}>
        <TextField
          {...form.field('code')}
          label={t.code}
          hint={t.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          // Apps show the digits in groups, and people copy them so.
          onChange={(event) => form.setValue('code', event.target.value.replace(/\D/g, '').slice(0, digits))}
        />
      </div>
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
