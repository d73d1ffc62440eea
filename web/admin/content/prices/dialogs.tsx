import { describeChanges } from '../../../../shared/content/changes.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { formatPesos } from '../../../../shared/content/pesos.ts';
import { SelectField } from '../../../forms/SelectField.tsx';
import { useChileanClock } from '../../../util/time/useChileanDay.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { useChangeForm, type ChangeForm } from '../../parts/useChange.ts';
import { ChangeList } from '../publish/ChangeList.tsx';
import { useDraftContent, useStudio } from '../studio.ts';
import { TextControl } from '../editor/TextControl.tsx';
import { MomentFields } from './PriceTable.tsx';
import { raiseAll } from './priceTable.ts';

const roundings = [1, 10, 100, 500, 1_000];
const [least, most] = [-90, 500];

/** A percentage with a comma or a point; null for anything else and beyond the limits. */
function readPercent(text: string): number | null {
  const number = Number(text.trim().replace(',', '.').replace(/%$/, '') || Number.NaN);
  return number >= least && number <= most ? number : null;
}

const initial = { percent: '', rounding: '500', from: undefined as string | undefined };

/** Raises all prices by a percentage, at once or from a day or minute on, and shows the effect before the draft takes it over. */
export function RaiseDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useNamespace('studio').prices;
  const { edit, say } = useStudio();
  const content = useDraftContent();
  const now = useChileanClock();
  const form: ChangeForm<typeof initial> = useChangeForm({
    initial,
    draft: 'raise',
    check: ({ percent }) =>
      readPercent(percent) === null ? { percent: percent.trim() === '' ? 'required' : 'limits' } : {},
    phrases: { limits: t.raise.wrong },
    save: async () => edit((current) => ({ ...current, routes })),
    onSaved: () => {
      onClose();
      say(t.raise.done);
    },
  });
  const { percent: typed, rounding, from = null } = form.values;
  const percent = readPercent(typed);
  const routes =
    percent === null
      ? content.routes
      : raiseAll(content.routes, { percent, rounding: Number(rounding), from }, now);
  const after = { ...content, routes };
  const changes = describeChanges(content, after);
  return (
    <FormDialog
      title={t.raise.title}
      action={t.take}
      disabled={percent !== null && changes.length === 0}
      form={form}
      onClose={onClose}
    >
      <RaiseFields form={form} />
      {percent !== null && changes.length === 0 && <p className="text-ink-soft">{t.noChange}</p>}
      {changes.length > 0 && (
        <>
          <h3 className="font-semibold">{t.preview}</h3>
          <ChangeList changes={changes} before={content} after={after} />
        </>
      )}
    </FormDialog>
  );
}

function RaiseFields({ form }: { readonly form: ChangeForm<typeof initial> }) {
  const { fields, prices } = useNamespace('studio');
  const t = prices.raise;
  const { percent, rounding, from } = form.values;
  const isWrong = percent !== '' && readPercent(percent) === null;
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <TextControl
        label={t.percent}
        max={10}
        field="percent"
        {...form.control('percent')}
        error={isWrong ? t.wrong : form.fieldError('percent')}
      />
      <SelectField
        label={t.rounding}
        value={rounding}
        options={roundings.map((each) => ({ value: String(each), label: formatPesos(each) }))}
        onChange={(value) => form.setValue('rounding', value)}
      />
      <MomentFields
        label={t.from}
        timeLabel={fields.timeOfDay}
        hint={t.fromHint}
        value={from}
        field="from"
        onChange={(next) => form.setValue('from', next)}
      />
    </div>
  );
}
