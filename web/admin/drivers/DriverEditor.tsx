import { driverFieldNames } from '../../../shared/driverFields.ts';
import { PhotoField } from '../../components/PhotoField.tsx';
import type { Driver } from '../../data/drivers.ts';
import { photoUrl } from '../../data/photoUrl.ts';
import { DriverFieldInput } from '../../forms/DriverFieldInput.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { driverColumns } from './DriverCells.tsx';
import { useDriverForm } from './useDriverForm.ts';

export interface DriverEditorProps {
  readonly driver: Driver;
  readonly onSaved: (saved: Driver) => void;
  readonly onCancel: () => void;
}

/** In the order of the table; fields without a column come last. */
const fields = [
  ...new Set(['name' as const, ...driverColumns.map(({ field }) => field), ...driverFieldNames]),
];

const selectFirst = (form: HTMLFormElement | null) => form?.querySelector('input')?.select();

/** The inputs that take the place of a driver's row. Enter saves, Escape cancels. */
export function DriverEditor({ driver, onSaved, onCancel }: DriverEditorProps) {
  const { driver: labels } = useMessages();
  const t = useNamespace('admin');
  const { form, photo, setPhoto } = useDriverForm(driver, onSaved);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape comes from the inputs within; the cancel button does the same
    <form
      ref={selectFirst}
      noValidate
      aria-label={t.driverList.editDriver(driver.name)}
      onSubmit={form.onSubmit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || form.busy) return;
        event.stopPropagation();
        onCancel();
      }}
      className="border-l-4 border-accent bg-surface p-4"
    >
      <div className="grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1.4fr]">
        {fields.map((name) => (
          <DriverFieldInput
            key={name}
            of={name}
            binding={form.field(name)}
            label={labels.short[name]}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </div>
      <div className="mt-5">
        <PhotoField
          photo={photo}
          onPhoto={setPhoto}
          current={{ src: photoUrl(driver.photo_url), name: driver.name }}
          texts={t.driverPhoto}
        />
      </div>
      {form.errorText && (
        <Notice tone="error" className="mt-4">
          {form.errorText}
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
