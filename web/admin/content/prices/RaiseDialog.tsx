import { useState } from 'react';
import { formatPesos } from '../../../content/pesos.ts';
import { SelectField } from '../../../forms/SelectField.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { TextControl } from '../editor/TextControl.tsx';
import { useContent } from '../studio.ts';
import { PreviewDialog } from './PreviewDialog.tsx';
import { raiseAll } from './priceTable.ts';
import { useToday } from './useToday.ts';

const roundings = [1, 10, 100, 500, 1_000];
const [least, most] = [-90, 500];

/** A percentage with a comma or a point; null for anything else and beyond the limits. */
function readPercent(text: string): number | null {
  const number = Number(text.trim().replace(',', '.').replace(/%$/, '') || Number.NaN);
  return number >= least && number <= most ? number : null;
}

/** Raises all prices by a percentage, at once or from a day on. */
export function RaiseDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useNamespace('content').prices.raise;
  const content = useContent();
  const today = useToday();
  const [percent, setPercent] = useState('');
  const [rounding, setRounding] = useState(500);
  const [from, setFrom] = useState('');
  const wanted = readPercent(percent);
  const after =
    wanted === null
      ? null
      : {
          ...content,
          routes: raiseAll(content.routes, { percent: wanted, rounding, from: from || null }, today),
        };
  return (
    <PreviewDialog title={t.title} after={after} done={t.done} onClose={onClose}>
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
          value={from}
          max={10}
          field="from"
          onChange={setFrom}
        />
      </div>
    </PreviewDialog>
  );
}
