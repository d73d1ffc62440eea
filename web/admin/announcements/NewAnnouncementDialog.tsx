import { normalizePlate } from '../../../shared/chile/plate-reading.ts';
import { chileanDay } from '../../../shared/chile/time.ts';
import { maxAnnouncementCharacters } from '../../../shared/limits.ts';
import type { DriverOption } from '../../data/drivers/driverRecords.ts';
import {
  announcementAudiences,
  writeAnnouncement,
  type AnnouncementAudience,
} from '../../data/announcements/announcementRecords.ts';
import { vehicleIdOf } from '../../data/vehicles/vehicles.ts';
import { optionsOf } from '../../forms/options.ts';
import { RadioField } from '../../forms/RadioField.tsx';
import { RecordInput } from '../../forms/RecordInput.tsx';
import { SelectField } from '../../forms/SelectField.tsx';
import { TextArea } from '../../forms/TextArea.tsx';
import { TextField } from '../../forms/TextField.tsx';
import type { Form } from '../../forms/useForm.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { languageNames, languages, type Language } from '../../i18n/languages.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { DriversField } from '../parts/DriverPicker.tsx';
import { useFinish } from '../parts/section.ts';
import { useChangeForm } from '../parts/useChange.ts';

const dayMs = 86_400_000;
/** An announcement holds for a week unless the office chooses another day, and at most for a year. */
const [usualDays, mostDays] = [7, 365];

/** The day in Chile that is so many days after today. */
const dayAfter = (days: number) => chileanDay(new Date(Date.now() + days * dayMs));

const announcementFields = {
  body: { shape: { kind: 'text', max: maxAnnouncementCharacters, required: true } },
  validUntil: { shape: { kind: 'day' } },
} as const;

interface Draft {
  readonly body: string;
  readonly language: Language;
  readonly validUntil: string;
  readonly audience: AnnouncementAudience;
  readonly drivers: readonly DriverOption[];
  /** As typed, with commas between them. */
  readonly plates: string;
}

const platesOf = ({ plates }: Draft): readonly string[] =>
  plates.split(/[,;]/).map(normalizePlate).filter(Boolean);

/** @throws DataError `vehicle_not_found` and those of `writeAnnouncement` */
async function send(id: string, draft: Draft): Promise<void> {
  const { body, language, validUntil, audience, drivers } = draft;
  const targets = {
    all: () => ({}),
    drivers: () => ({ drivers: drivers.map((driver) => driver.id) }),
    vehicles: async () => ({ vehicles: await Promise.all(platesOf(draft).map(vehicleIdOf)) }),
  };
  await writeAnnouncement({ id, body, language, validUntil, ...(await targets[audience]()) });
}

/** Writes an announcement for all drivers, some, or those of some vehicles. */
export function NewAnnouncementDialog() {
  const finish = useFinish();
  const t = useNamespace('announcements');
  const { language } = useLanguage();
  const form = useChangeForm<Draft, void>({
    initial: {
      body: '',
      language,
      validUntil: dayAfter(usualDays),
      audience: 'all',
      drivers: [],
      plates: '',
    },
    draft: 'announcement',
    schema: () => announcementFields,
    check: (draft) => ({
      ...(draft.validUntil < dayAfter(0) && { validUntil: 'past' }),
      ...(draft.audience === 'drivers' && draft.drivers.length === 0 && { drivers: 'required' }),
      ...(draft.audience === 'vehicles' && platesOf(draft).length === 0 && { plates: 'required' }),
    }),
    phrases: { past: t.past, vehicle_not_found: t.noVehicle },
    fieldOf: ({ code }) => (code === 'vehicle_not_found' ? 'plates' : undefined),
    save: (draft, keyOf) => send(keyOf(draft), draft),
    onSaved: () => finish(t.sent),
  });
  return (
    <FormDialog title={t.write} action={t.send} form={form} focusesField>
      <TextArea
        label={t.text}
        hint={t.textHint}
        rows={5}
        lang={form.values.language}
        maxLength={maxAnnouncementCharacters}
        {...form.control('body')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <RecordInput
          of={announcementFields.validUntil}
          binding={form.field('validUntil')}
          label={t.until}
          min={dayAfter(0)}
          max={dayAfter(mostDays)}
        />
        <SelectField
          size="large"
          label={t.language}
          options={optionsOf(languages, languageNames)}
          {...form.control('language')}
        />
      </div>
      <Audience form={form} />
    </FormDialog>
  );
}

/** The choice of the drivers or vehicles that the announcement is for. */
function Audience({ form }: { readonly form: Form<Draft, void> }) {
  const t = useNamespace('announcements');
  return (
    <>
      <RadioField
        label={t.audience}
        options={optionsOf(announcementAudiences, t.audiences)}
        {...form.control('audience')}
      />
      {form.values.audience === 'drivers' && (
        <DriversField
          legend={t.audiences.drivers}
          hint={t.chooseDrivers}
          addLabel={t.addDriver}
          removeLabel={t.removeDriver}
          {...form.control('drivers')}
        />
      )}
      {form.values.audience === 'vehicles' && (
        <TextField
          label={t.plates}
          hint={t.platesHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.field('plates')}
        />
      )}
    </>
  );
}
