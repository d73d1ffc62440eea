import { SelectField } from '../../forms/SelectField.tsx';
import { TextArea } from '../../forms/TextArea.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../parts/useFormat.ts';
import type { ReplyTexts } from './useReplyTexts.ts';

interface ReplyFieldsProps {
  readonly texts: ReplyTexts;
  readonly words: { readonly replyIn: (language: string) => string; readonly inSpanish: string };
  readonly maxLength: number;
  /** The error of the reply. */
  readonly error?: string | undefined;
}

/** The reply in the passenger's language, and the Spanish beside it. */
export function ReplyFields({ texts, words, maxLength, error }: ReplyFieldsProps) {
  const { languageName } = useFormat();
  const { language, reply, setReply, spanish, setSpanish } = texts;
  return (
    <div className={classes('grid gap-3', language !== 'es' && 'sm:grid-cols-2')}>
      <TextArea
        label={words.replyIn(languageName(language))}
        lang={language}
        value={reply}
        error={error}
        maxLength={maxLength}
        onChange={setReply}
      />
      {language !== 'es' && (
        <TextArea
          label={words.inSpanish}
          lang="es"
          value={spanish}
          maxLength={maxLength}
          onChange={setSpanish}
        />
      )}
    </div>
  );
}

interface TemplateFieldProps<Id extends string> {
  readonly label: string;
  /** Stands there until a template is chosen. */
  readonly prompt: string;
  /** In the order in which they are offered. */
  readonly ids: readonly Id[];
  readonly names: Readonly<Record<Id, string>>;
  readonly onChoose: (id: Id) => Promise<void>;
}

/** Chooses the template that fills the reply. */
export function TemplateField<Id extends string>(props: TemplateFieldProps<Id>) {
  const { label, prompt, ids, names, onChoose } = props;
  return (
    <SelectField<Id | ''>
      label={label}
      value=""
      options={[{ value: '', label: prompt }, ...ids.map((id) => ({ value: id, label: names[id] }))]}
      onChange={(id) => {
        if (id !== '') void onChoose(id);
      }}
    />
  );
}
