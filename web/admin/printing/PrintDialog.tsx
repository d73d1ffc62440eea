import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { normalizePlate, plateInPairs } from '../../../shared/chile/plate.ts';
import { LoadError } from '../../components/LoadError.tsx';
import {
  readCardFacts,
  registerCards,
  type CardFacts,
  type PrintedCard,
  type WantedCard,
} from '../../data/cards/printedCards.ts';
import { focusInvalid } from '../../forms/focusField.ts';
import { RadioField } from '../../forms/RadioField.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { newUuid } from '../../util/uuid.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { adminKey, useChange } from '../parts/useChange.ts';
import { useOnce } from '../../forms/useRequestKeys.ts';
import { PrintPreview } from './PrintPreview.tsx';

/** A driver who gets a card. `plate`: of the vehicle that was chosen, or the driver's own; empty text for none. */
export interface PrintSubject {
  readonly driver: string;
  readonly name: string;
  readonly plate: string;
}

const kinds = ['credential', 'headrest', 'sticker'] as const;
type Kind = (typeof kinds)[number];

export interface PrintDialogProps {
  readonly subjects: readonly PrintSubject[];
  /** Plates that were chosen, and that nobody drives. */
  readonly unassigned?: readonly string[];
  readonly onClose: () => void;
}

/** Asks what is printed for drivers, registers it, and shows the sheets. */
export default function PrintDialog({ subjects, unassigned = [], onClose }: PrintDialogProps) {
  const t = useNamespace('printing');
  const { loadFailed } = useNamespace('admin');
  const { common } = useMessages();
  const [cards, setCards] = useState<readonly PrintedCard[] | null>(null);
  const ids = [...new Set(subjects.map(({ driver }) => driver))];
  const { data, error, refetch } = useQuery({
    queryKey: [adminKey, 'card-facts', ids],
    queryFn: ({ signal }) => readCardFacts(ids, signal),
  });
  if (cards) return <PrintPreview cards={cards} onClose={onClose} />;
  if (data && subjects.length > 0)
    return (
      <CardForm
        subjects={subjects}
        unassigned={unassigned}
        facts={data}
        onRegistered={setCards}
        onClose={onClose}
      />
    );
  return (
    <Dialog open title={t.title} closeLabel={common.close} onClose={onClose}>
      {subjects.length === 0 && <Notice tone="info">{t.nobody}</Notice>}
      {error && <LoadError title={loadFailed} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={common.loading} />}
    </Dialog>
  );
}

interface CardFormProps extends Required<PrintDialogProps> {
  readonly facts: CardFacts;
  readonly onRegistered: (cards: readonly PrintedCard[]) => void;
}

function CardForm({ subjects, unassigned, facts, onRegistered, onClose }: CardFormProps) {
  const t = useNamespace('printing');
  const [kind, setKind] = useState<Kind>('credential');
  const [wanted, setWanted] = useState<readonly WantedCard[]>(() =>
    subjects.map(({ driver, plate }) => ({
      driver,
      plate: plate || (facts.plates.get(driver) ?? ''),
      licence: facts.licences.get(driver) ?? '',
    })),
  );
  const [checked, setChecked] = useState(false);
  const register = useOnce(() => subjects.map(newUuid), registerCards);
  const { busy, errorText, run } = useChange(register, onRegistered, { '23514': t.wrongPlate });
  const isCredential = kind === 'credential';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    flushSync(() => setChecked(true));
    if (!focusInvalid(event.currentTarget, false))
      run(
        kind,
        wanted.map((card) => ({ ...card, plate: normalizePlate(card.plate) })),
      );
  };
  const change = (index: number, changed: Partial<WantedCard>) =>
    setWanted(wanted.map((card, place) => (place === index ? { ...card, ...changed } : card)));
  return (
    <FormDialog
      title={t.title}
      action={t.prepare}
      busy={busy}
      errorText={errorText}
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioField
        label={t.kind}
        value={kind}
        options={kinds.map((value) => ({ value, label: t.kinds[value] }))}
        hint={t.hints[kind]}
        onChange={setKind}
      />
      {wanted.map((card, index) => (
        <SubjectFields
          key={`${card.driver} ${subjects[index]?.plate}`}
          name={subjects[index]?.name ?? ''}
          card={card}
          isCredential={isCredential}
          checked={checked}
          onChange={(changed) => change(index, changed)}
        />
      ))}
      {unassigned.length > 0 && (
        <Notice tone="info">{t.unassigned(unassigned.map(plateInPairs).join(', '))}</Notice>
      )}
    </FormDialog>
  );
}

interface SubjectFieldsProps {
  readonly name: string;
  readonly card: WantedCard;
  readonly isCredential: boolean;
  /** The form was sent: empty fields that a credential needs say so. */
  readonly checked: boolean;
  readonly onChange: (changed: Partial<WantedCard>) => void;
}

function SubjectFields({ name, card, isCredential, checked, onChange }: SubjectFieldsProps) {
  const t = useNamespace('printing');
  const { errors } = useMessages();
  const missing = (text: string) =>
    checked && isCredential && text.trim() === '' ? errors.field.required : undefined;
  return (
    <fieldset className="border-t border-line pt-3">
      <legend className="float-left mb-2 w-full font-semibold [overflow-wrap:anywhere]">{name}</legend>
      <div className="clear-both grid gap-3 sm:grid-cols-2">
        <TextField
          label={t.plate}
          error={missing(card.plate)}
          value={card.plate}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          onChange={(event) => onChange({ plate: event.target.value })}
        />
        {isCredential && (
          <TextField
            label={t.licence}
            error={missing(card.licence)}
            value={card.licence}
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
            onChange={(event) => onChange({ licence: event.target.value })}
          />
        )}
      </div>
    </fieldset>
  );
}
