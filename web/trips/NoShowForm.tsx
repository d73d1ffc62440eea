import { useState } from 'react';
import { Checkbox } from '../forms/Checkbox.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { Question } from './Question.tsx';

interface NoShowFormProps {
  readonly onSend: () => void;
  readonly onBack: () => void;
}

/** Gives up a passenger who did not come, once the driver has called and written. The office decides. */
export function NoShowForm({ onSend, onBack }: NoShowFormProps) {
  const t = useNamespace('ownTrips');
  const [called, setCalled] = useState(false);
  const [wrote, setWrote] = useState(false);
  return (
    <Question title={t.noShow} onBack={onBack}>
      <Checkbox label={t.called} checked={called} onChange={setCalled} />
      <Checkbox label={t.wrote} checked={wrote} onChange={setWrote} />
      <p className="text-small text-ink-soft">{t.noShowText}</p>
      <Button variant="danger" disabled={!called || !wrote} onClick={onSend}>
        {t.noShow}
      </Button>
    </Question>
  );
}
