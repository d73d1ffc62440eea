import { delayTrip } from '../../data/trips/tripPage.ts';
import { RadioField } from '../../forms/RadioField.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useAction } from '../../forms/useAction.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { dayAfter } from '../../util/time/month.ts';
import { usePublicForm } from '../usePublicForm.ts';
import { useDayWords } from './useDayWords.ts';
import type { TripPartProps } from './useTripPage.ts';

interface DelayDialogProps extends TripPartProps {
  readonly onClose: () => void;
}

/** Takes the new landing of a flight, which the office reads as a request. */
export default function DelayDialog({ trip, secret, onChanged, onClose }: DelayDialogProps) {
  const { delay: t } = useNamespace('tripPage');
  const { common } = useMessages();
  const dayWords = useDayWords();
  const landing = trip.landing_day ?? trip.day ?? '';
  const telling = useAction(
    async (day: string, clock: string) => {
      await delayTrip(secret, day, clock);
      onChanged();
    },
    { over_case_rate_limit: t.tooMany },
  );
  const { values, has, set, submit } = usePublicForm(
    { day: landing, clock: '' },
    ({ clock }) => ({ missing: clock === '' }),
    ({ day, clock }) => telling.run(day, clock),
  );
  return (
    <Dialog open onClose={onClose} title={t.open} closeLabel={common.close} width="narrow">
      {telling.done ? (
        <Notice tone="success">{t.told}</Notice>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          <p className="text-ink-soft">{t.text}</p>
          {landing !== '' && (
            <RadioField
              variant="cards"
              label={t.day}
              value={values.day}
              options={[landing, dayAfter(landing, 1)].map((value) => ({ value, label: dayWords(value) }))}
              onChange={(day) => set({ day })}
            />
          )}
          <TextField
            type="time"
            label={t.clock}
            hint={t.clockHint}
            value={values.clock}
            error={has('missing') && t.missing}
            onChange={({ target }) => set({ clock: target.value })}
          />
          {telling.errorText && <Notice tone="error">{telling.errorText}</Notice>}
          <Button type="submit" busy={telling.busy}>
            {t.send}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
