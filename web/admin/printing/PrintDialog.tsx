import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plateField } from '../../../shared/cards.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { normalizePlate } from '../../../shared/chile/plate-reading.ts';
import {
  readCardFacts,
  registerCards,
  type CardFacts,
  type PrintedCard,
} from '../../data/cards/printedCards.ts';
import { optionsOf } from '../../forms/options.ts';
import { RadioField } from '../../forms/RadioField.tsx';
import { RecordInput } from '../../forms/RecordInput.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { newUuid } from '../../util/uuid.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { Loading } from '../parts/Loading.tsx';
import { adminKey, useChangeForm } from '../parts/useChange.ts';
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
      {(error || !data) && <Loading error={error} retry={refetch} />}
    </Dialog>
  );
}

interface CardFormProps extends Required<PrintDialogProps> {
  readonly facts: CardFacts;
  readonly onRegistered: (cards: readonly PrintedCard[]) => void;
}

/** The name of a field of the card at a place. */
const nameAt = (field: 'plate' | 'licence', index: number) => `${field} ${index}`;

/** The plates and licence classes of the cards. A credential needs both. */
function useCardForm(kind: Kind, { subjects, facts, onRegistered }: CardFormProps) {
  const { wrongPlate } = useNamespace('printing');
  const register = useOnce(() => subjects.map(newUuid), registerCards);
  return useChangeForm<Readonly<Record<string, string>>, readonly PrintedCard[]>({
    initial: Object.fromEntries(
      subjects.flatMap(({ driver, plate }, index) => [
        [nameAt('plate', index), plate || (facts.plates.get(driver) ?? '')],
        [nameAt('licence', index), facts.licences.get(driver) ?? ''],
      ]),
    ),
    // A driver with several vehicles gets a card for each.
    draft: ['print', ...subjects.map(({ driver, plate }) => `${driver} ${plate}`)].join(':'),
    changesRecord: true,
    check: (values) => {
      const empty = Object.keys(values).filter((name) => values[name]?.trim() === '');
      return kind === 'credential' ? Object.fromEntries(empty.map((name) => [name, 'required'])) : {};
    },
    phrases: { '23514': wrongPlate },
    save: (values) =>
      register(
        kind,
        subjects.map(({ driver }, index) => ({
          driver,
          plate: normalizePlate(values[nameAt('plate', index)] ?? ''),
          licence: values[nameAt('licence', index)] ?? '',
        })),
      ),
    onSaved: onRegistered,
  });
}

function CardForm(props: CardFormProps) {
  const { subjects, unassigned, onClose } = props;
  const t = useNamespace('printing');
  const [kind, setKind] = useState<Kind>('credential');
  const form = useCardForm(kind, props);
  return (
    <FormDialog title={t.title} action={t.prepare} form={form} onClose={onClose}>
      <RadioField
        label={t.kind}
        value={kind}
        options={optionsOf(kinds, t.kinds)}
        hint={t.hints[kind]}
        onChange={setKind}
      />
      {subjects.map(({ driver, name, plate }, index) => (
        <fieldset key={`${driver} ${plate}`} className="border-t border-line pt-3">
          <legend className="float-left mb-2 w-full font-semibold [overflow-wrap:anywhere]">{name}</legend>
          <div className="clear-both grid gap-3 sm:grid-cols-2">
            <RecordInput of={plateField} binding={form.field(nameAt('plate', index))} label={t.plate} />
            {kind === 'credential' && (
              <TextField
                label={t.licence}
                autoComplete="off"
                spellCheck={false}
                maxLength={20}
                {...form.field(nameAt('licence', index))}
              />
            )}
          </div>
        </fieldset>
      ))}
      {unassigned.length > 0 && (
        <Notice tone="info">{t.unassigned(unassigned.map(plateInPairs).join(', '))}</Notice>
      )}
    </FormDialog>
  );
}
