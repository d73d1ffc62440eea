import { useState } from 'react';
import { normalizePlate } from '../../../shared/chile/plate.ts';
import { chileanDay } from '../../../shared/chile/time.ts';
import { maxAnnouncementCharacters } from '../../../shared/limits.ts';
import type { DriverOption } from '../../data/drivers/driverRecords.ts';
import {
  announcementAudiences,
  writeAnnouncement,
  type AnnouncementAudience,
} from '../../data/announcements/announcementRecords.ts';
import { vehicleIdOf } from '../../data/vehicles/vehicles.ts';
import { RadioField } from '../../forms/RadioField.tsx';
import { SelectField } from '../../forms/SelectField.tsx';
import { TextArea } from '../../forms/TextArea.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useRequestKeys } from '../../forms/useRequestKeys.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { languageNames, languages } from '../../i18n/languages.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { newUuid } from '../../util/uuid.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { DriversField } from '../parts/DriverPicker.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChange } from '../parts/useChange.ts';

const dayMs = 86_400_000;
/** An announcement holds for a week unless the office chooses another day, and at most for a year. */
const [usualDays, mostDays] = [7, 365];

/** The day in Chile that is so many days after today. */
const dayAfter = (days: number) => chileanDay(new Date(Date.now() + days * dayMs));

interface Draft {
  readonly body: string;
  readonly language: string;
  readonly validUntil: string;
  readonly audience: AnnouncementAudience;
  readonly drivers: readonly DriverOption[];
  /** As typed, with commas between them. */
  readonly plates: string;
}

const platesOf = ({ plates }: Draft): readonly string[] =>
  plates.split(/[,;]/).map(normalizePlate).filter(Boolean);

function isComplete(draft: Draft): boolean {
  const isAddressed = {
    all: true,
    drivers: draft.drivers.length > 0,
    vehicles: platesOf(draft).length > 0,
  }[draft.audience];
  return draft.body.trim() !== '' && draft.validUntil >= dayAfter(0) && isAddressed;
}

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

interface NewAnnouncementDialogProps extends Pick<SectionProps, 'onDone'> {
  readonly onClose: () => void;
}

/** Writes an announcement for all drivers, some, or those of some vehicles. */
export function NewAnnouncementDialog({ onDone, onClose }: NewAnnouncementDialogProps) {
  const t = useNamespace('announcements');
  const { language } = useLanguage();
  const [draft, setDraft] = useState<Draft>(() => ({
    body: '',
    language,
    validUntil: dayAfter(usualDays),
    audience: 'all',
    drivers: [],
    plates: '',
  }));
  const { keyOf } = useRequestKeys(newUuid);
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const { busy, errorText, run } = useChange(
    (written: Draft) => send(keyOf(written), written),
    () => {
      onClose();
      onDone(t.sent);
    },
    { vehicle_not_found: t.noVehicle },
  );
  return (
    <FormDialog
      title={t.write}
      action={t.send}
      busy={busy}
      disabled={!isComplete(draft)}
      focusesField
      onSubmit={() => run(draft)}
      errorText={errorText}
      onClose={onClose}
    >
      <Words draft={draft} onChange={change} />
      <Audience draft={draft} onChange={change} />
    </FormDialog>
  );
}

interface DraftProps {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** The text, its language, and the last day on which it holds. */
function Words({ draft, onChange }: DraftProps) {
  const t = useNamespace('announcements');
  return (
    <>
      <TextArea
        label={t.text}
        hint={t.textHint}
        rows={5}
        lang={draft.language}
        value={draft.body}
        maxLength={maxAnnouncementCharacters}
        onChange={(body) => onChange({ body })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t.until}
          type="date"
          min={dayAfter(0)}
          max={dayAfter(mostDays)}
          value={draft.validUntil}
          onChange={({ target }) => onChange({ validUntil: target.value })}
        />
        <SelectField
          size="large"
          label={t.language}
          value={draft.language}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={(chosen) => onChange({ language: chosen })}
        />
      </div>
    </>
  );
}

/** The choice of the drivers or vehicles that the announcement is for. */
function Audience({ draft, onChange }: DraftProps) {
  const t = useNamespace('announcements');
  return (
    <>
      <RadioField
        label={t.audience}
        value={draft.audience}
        options={announcementAudiences.map((value) => ({ value, label: t.audiences[value] }))}
        onChange={(audience) => onChange({ audience })}
      />
      {draft.audience === 'drivers' && (
        <DriversField
          legend={t.audiences.drivers}
          hint={t.chooseDrivers}
          addLabel={t.addDriver}
          removeLabel={t.removeDriver}
          drivers={draft.drivers}
          onChange={(drivers) => onChange({ drivers })}
        />
      )}
      {draft.audience === 'vehicles' && (
        <TextField
          label={t.plates}
          hint={t.platesHint}
          value={draft.plates}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ target }) => onChange({ plates: target.value })}
        />
      )}
    </>
  );
}
