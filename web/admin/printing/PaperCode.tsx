import { useNamespaceIn } from '../../i18n/namespaces.ts';
import { QrCode } from '../../ui/QrCode.tsx';

interface PaperCodeProps {
  readonly value: string;
  /** Says what scanning it opens, in Spanish. */
  readonly title: string;
}

/** A code on paper: black on white, with its quiet zone. */
export function PaperCode({ value, title }: PaperCodeProps) {
  const { qr } = useNamespaceIn('cards', 'es');
  return <QrCode value={value} title={qr(title)} className="paper-code" />;
}
