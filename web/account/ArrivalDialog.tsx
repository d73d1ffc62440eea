import { useWords } from '../i18n/LanguageProvider.tsx';
import type { Arrival } from '../session/arrival.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useArrivalText } from './useArrivalText.ts';

export interface ArrivalDialogProps {
  readonly arrival: Arrival;
  readonly onClose: () => void;
}

/** What came of a link in a mail, for somebody who is signed in and sees their own screen all the same. */
export default function ArrivalDialog({ arrival, onClose }: ArrivalDialogProps) {
  const { common, home } = useWords();
  const { tone, text } = useArrivalText(arrival);
  return (
    <Dialog open onClose={onClose} title={home.account} closeLabel={common.close} width="narrow">
      <Notice tone={tone}>{text}</Notice>
    </Dialog>
  );
}
