import { useState } from 'react';
import type { ReviewReason } from '../../../shared/reviews.ts';
import { ReasonChoice } from '../../components/ReasonChoice.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { storeReasons } from '../../passenger/reasonStore.ts';

interface LinkReasonsProps {
  readonly token: string;
  readonly onStored: () => void;
}

/** Takes the reasons for a low rating that was given by a link. */
export default function LinkReasons({ token, onStored }: LinkReasonsProps) {
  const t = useNamespace('reasons');
  const [chosen, setChosen] = useState<readonly ReviewReason[]>([]);
  const [isDone, setDone] = useState(false);
  const store = (reasons: readonly ReviewReason[], isFinal: boolean) => {
    storeReasons(token, reasons, isFinal);
    onStored();
  };
  const change = (reasons: readonly ReviewReason[]) => {
    setChosen(reasons);
    store(reasons, false);
  };
  const finish = () => {
    setDone(true);
    if (chosen.length > 0) store(chosen, true);
  };
  return (
    <>
      {!isDone && <ReasonChoice chosen={chosen} onChange={change} onDone={finish} />}
      <output className="text-ink-soft">{isDone && chosen.length > 0 && t.taken}</output>
    </>
  );
}
