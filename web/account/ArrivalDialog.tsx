import { useMessages } from '../i18n/LanguageProvider.tsx';
import type { Arrival } from '../session/arrival.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useArrivalText } from './useArrivalText.ts';

export interface ArrivalDialogProps {
  readonly arrival: Arrival;
  readonly onClose: () => void;
}

/** Shows the outcome of a link in a mail to somebody who is signed in. */
export default function ArrivalDialog({ arrival, onClose }: ArrivalDialogProps) {
  const { common, home } = useMessages();
  const { tone, text } = useArrivalText(arrival);
  return (
    <Dialog open onClose={onClose} title={home.account} closeLabel={common.close} width="narrow">
      <Notice tone={tone}>{text}</Notice>
    </Dialog>
  );
}
