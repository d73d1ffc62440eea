import type { ReactNode } from 'react';
import { selectField } from '../../forms/focusField.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DraftLine } from './DraftLine.tsx';
import type { ChangeForm } from './useChange.ts';
import { SmallButton } from './SmallButton.tsx';

export interface RowEditorProps {
  /** Names the form, with the row's name. */
  readonly label: string;
  readonly form: Pick<ChangeForm<never>, 'busy' | 'errorText' | 'onSubmit' | 'draft'>;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** The form that takes the place of a row. Enter saves, Escape leaves it with what was typed, cancelling throws that away. */
export function RowEditor({ label, form, onCancel, children }: RowEditorProps) {
  const t = useNamespace('admin');
  const cancel = () => {
    form.draft?.discard();
    onCancel();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape comes from the inputs within; the cancel button leaves it, too
    <form
      ref={selectField}
      noValidate
      aria-label={label}
      onSubmit={form.onSubmit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || form.busy) return;
        event.stopPropagation();
        onCancel();
      }}
      className="border-l-4 border-accent bg-surface p-4"
    >
      <DraftLine draft={form.draft} />
      {children}
      {form.errorText && (
        <Notice tone="error" className="mt-4">
          {form.errorText}
        </Notice>
      )}
      <div className="sticky bottom-0 z-10 -mx-4 mt-2 -mb-4 flex flex-wrap justify-end gap-3 bg-surface px-4 py-2">
        <SmallButton aria-disabled={form.busy || undefined} onClick={cancel}>
          {t.cancel}
        </SmallButton>
        <Button size="compact" type="submit" busy={form.busy}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}
