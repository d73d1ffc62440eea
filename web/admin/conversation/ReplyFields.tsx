import type { Language } from '../../../shared/languages.ts';
import { TextArea } from '../../forms/TextArea.tsx';
import { classes } from '../../ui/classes.ts';

interface ReplyFieldsProps {
  /** The passenger's. */
  readonly language: Language;
  readonly label: string;
  readonly spanishLabel: string;
  readonly maxLength: number;
  readonly reply: string;
  readonly onReply: (text: string) => void;
  readonly spanish: string;
  readonly onSpanish: (text: string) => void;
}

/** The reply in the passenger's language, and the Spanish beside it. */
export function ReplyFields(props: ReplyFieldsProps) {
  const { language, label, spanishLabel, maxLength, reply, onReply, spanish, onSpanish } = props;
  return (
    <div className={classes('grid gap-3', language !== 'es' && 'sm:grid-cols-2')}>
      <TextArea label={label} lang={language} value={reply} maxLength={maxLength} onChange={onReply} />
      {language !== 'es' && (
        <TextArea label={spanishLabel} lang="es" value={spanish} maxLength={maxLength} onChange={onSpanish} />
      )}
    </div>
  );
}
