import { useState, type ReactNode } from 'react';
import { describeChanges } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { formatPesos } from '../../../../shared/content/pesos.ts';
import { SelectField } from '../../../forms/SelectField.tsx';
import { useChileanClock } from '../../../util/time/useChileanDay.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { ChangeList } from '../publish/ChangeList.tsx';
import { useDraftContent, useStudio } from '../studio.ts';
import { TextControl } from '../editor/TextControl.tsx';
import { movedTo, raiseAll } from './priceTable.ts';

interface PriceChangeDialogProps {
  /** The document as it would be; null until that is known. */
  readonly after: Content | null;
  readonly onClose: () => void;
  /** The choices that lead to the change. */
  readonly children: ReactNode;
}

/** Shows the effect of a change to many prices before the draft takes it over. */
function PriceChangeDialog({ after, onClose, children }: PriceChangeDialogProps) {
  const t = useNamespace('studio').prices;
  const { edit, say } = useStudio();
  const content = useDraftContent();
  const changes = after ? describeChanges(content, after) : [];
  const take = () => {
    if (!after) return;
    const { routes } = after;
    edit((current) => ({ ...current, routes }));
    onClose();
    say(t.raise.done);
  };
  return (
    <FormDialog
      title={t.raise.title}
      action={t.take}
      disabled={changes.length === 0}
      form={{ onSubmit: take }}
      onClose={onClose}
    >
      {children}
      {after && changes.length === 0 && <p className="text-ink-soft">{t.noChange}</p>}
      {after && changes.length > 0 && (
        <>
          <h3 className="font-semibold">{t.preview}</h3>
          <ChangeList changes={changes} before={content} after={after} />
        </>
      )}
    </FormDialog>
  );
}

const roundings = [1, 10, 100, 500, 1_000];
const [least, most] = [-90, 500];

/** A percentage with a comma or a point; null for anything else and beyond the limits. */
function readPercent(text: string): number | null {
  const number = Number(text.trim().replace(',', '.').replace(/%$/, '') || Number.NaN);
  return number >= least && number <= most ? number : null;
}

/** Raises all prices by a percentage, at once or from a day or minute on. */
export function RaiseDialog({ onClose }: { readonly onClose: () => void }) {
  const { fields, prices } = useNamespace('studio');
  const t = prices.raise;
  const content = useDraftContent();
  const now = useChileanClock();
  const [percent, setPercent] = useState('');
  const [rounding, setRounding] = useState(500);
  const [from, setFrom] = useState<string>();
  const [day = '', time = ''] = from?.split('T') ?? [];
  const wanted = readPercent(percent);
  const after =
    wanted === null
      ? null
      : {
          ...content,
          routes: raiseAll(content.routes, { percent: wanted, rounding, from: from ?? null }, now),
        };
  return (
    <PriceChangeDialog after={after} onClose={onClose}>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextControl
          label={t.percent}
          value={percent}
          max={10}
          field="percent"
          error={percent !== '' && wanted === null ? t.wrong : undefined}
          onChange={setPercent}
        />
        <SelectField
          label={t.rounding}
          value={String(rounding)}
          options={roundings.map((each) => ({ value: String(each), label: formatPesos(each) }))}
          onChange={(value) => setRounding(Number(value))}
        />
        <TextControl
          label={t.from}
          hint={t.fromHint}
          type="date"
          value={day}
          max={10}
          field="from"
          onChange={(next) => setFrom(movedTo(from, { day: next }))}
        />
        {from !== undefined && (
          <TextControl
            label={fields.timeOfDay}
            type="time"
            value={time}
            max={5}
            field="time"
            onChange={(next) => setFrom(movedTo(from, { time: next }))}
          />
        )}
      </div>
    </PriceChangeDialog>
  );
}
