import { useEffect, useRef } from 'react';
import type { Profile } from '../../../shared/validation.ts';
import type { Driver } from '../../data/drivers.ts';
import { photoUrl } from '../../data/photoUrl.ts';
import { PhotoField } from '../../components/PhotoField.tsx';
import { useArea } from '../../i18n/areas.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useFocusProblem } from '../parts/useFocusProblem.ts';
import { useDriverForm } from './useDriverForm.ts';

export interface DriverEditorProps {
  readonly driver: Driver;
  readonly onSaved: (saved: Driver) => void;
  readonly onCancel: () => void;
}

/** The inputs that take the place of a driver's row. Enter saves, Escape cancels. */
export function DriverEditor({ driver, onSaved, onCancel }: DriverEditorProps) {
  const { common } = useWords();
  const t = useArea('admin');
  const form = useDriverForm(driver, onSaved);
  const element = useRef<HTMLFormElement>(null);
  useFocusProblem(element, form.attempts, form.refusal);
  const fields: readonly [keyof Profile, string, 'text' | 'tel'][] = [
    ['name', t.name, 'text'],
    ['licensePlate', common.licensePlate, 'text'],
    ['driverCode', common.driverCode, 'text'],
    ['phone', t.contact, 'tel'],
  ];

  useEffect(() => {
    element.current?.querySelector('input')?.select();
  }, []);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape comes from the inputs within; the cancel button does the same
    <form
      ref={element}
      noValidate
      aria-label={t.driverList.editDriver(driver.name)}
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || form.busy) return;
        event.stopPropagation();
        onCancel();
      }}
      className="border-l-4 border-accent bg-surface p-4"
    >
      <div className="grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1.4fr]">
        {fields.map(([field, label, type]) => (
          <TextField
            key={field}
            label={label}
            type={type}
            value={form.values[field]}
            error={form.problemOf(field)}
            autoComplete="off"
            autoCapitalize={field === 'licensePlate' ? 'characters' : undefined}
            spellCheck={false}
            required
            onChange={(event) => form.setValue(field, event.target.value)}
          />
        ))}
      </div>
      <div className="mt-5">
        <PhotoField
          photo={form.photo}
          onPhoto={form.setPhoto}
          current={{ src: photoUrl(driver.photo_url), name: driver.name }}
          texts={t.driverPhoto}
        />
      </div>
      {form.failure && (
        <Notice tone="error" className="mt-4">
          {form.failure}
        </Notice>
      )}
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button size="compact" variant="secondary" aria-disabled={form.busy || undefined} onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button size="compact" type="submit" busy={form.busy}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}
