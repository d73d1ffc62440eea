import { useState, type FormEvent } from 'react';
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
import { useDayWords } from './useDayWords.ts';
import type { TripPartProps } from './useTripPage.ts';

interface DelayDialogProps extends TripPartProps {
  readonly onClose: () => void;
}

/** Takes the new landing of a flight, which the office reads as a request. */
export default function DelayDialog({ onClose, ...part }: DelayDialogProps) {
  const { delay: t } = useNamespace('tripPage');
  const { common } = useMessages();
  return (
    <Dialog open onClose={onClose} title={t.open} closeLabel={common.close} width="narrow">
      <DelayForm {...part} />
    </Dialog>
  );
}

function DelayForm({ trip, secret, onChanged }: TripPartProps) {
  const { delay: t } = useNamespace('tripPage');
  const dayWords = useDayWords();
  const landing = trip.landing_day ?? trip.day ?? '';
  const [day, setDay] = useState(landing);
  const [clock, setClock] = useState('');
  const [tried, setTried] = useState(false);
  const telling = useAction(
    async () => {
      await delayTrip(secret, day, clock);
      onChanged();
    },
    { over_case_rate_limit: t.tooMany },
  );
  if (telling.done) return <Notice tone="success">{t.told}</Notice>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (clock !== '') telling.run();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-ink-soft">{t.text}</p>
      {landing !== '' && (
        <RadioField
          variant="cards"
          label={t.day}
          value={day}
          options={[landing, dayAfter(landing, 1)].map((value) => ({ value, label: dayWords(value) }))}
          onChange={setDay}
        />
      )}
      <TextField
        type="time"
        label={t.clock}
        hint={t.clockHint}
        value={clock}
        error={tried && clock === '' ? t.missing : undefined}
        onChange={({ target }) => setClock(target.value)}
      />
      {telling.errorText && <Notice tone="error">{telling.errorText}</Notice>}
      <Button type="submit" busy={telling.busy}>
        {t.send}
      </Button>
    </form>
  );
}
