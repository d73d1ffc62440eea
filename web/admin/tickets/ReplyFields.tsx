import { SelectField } from '../../forms/SelectField.tsx';
import { TextArea } from '../../forms/TextArea.tsx';
import { classes } from '../../ui/classes.ts';
import type { ReplyTexts } from './useReplyTexts.ts';

interface ReplyFieldsProps {
  readonly texts: ReplyTexts;
  readonly label: string;
  readonly spanishLabel: string;
  readonly maxLength: number;
}

/** The reply in the passenger's language, and the Spanish beside it. */
export function ReplyFields({ texts, label, spanishLabel, maxLength }: ReplyFieldsProps) {
  const { language, reply, setReply, spanish, setSpanish } = texts;
  return (
    <div className={classes('grid gap-3', language !== 'es' && 'sm:grid-cols-2')}>
      <TextArea label={label} lang={language} value={reply} maxLength={maxLength} onChange={setReply} />
      {language !== 'es' && (
        <TextArea
          label={spanishLabel}
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
  readonly templates: Readonly<Record<Id, { readonly name: string }>>;
  readonly onChoose: (id: Id) => Promise<void>;
}

/** Chooses the template that fills the reply. */
export function TemplateField<Id extends string>(props: TemplateFieldProps<Id>) {
  const { label, prompt, ids, templates, onChoose } = props;
  return (
    <SelectField<Id | ''>
      label={label}
      value=""
      options={[{ value: '', label: prompt }, ...ids.map((id) => ({ value: id, label: templates[id].name }))]}
      onChange={(id) => {
        if (id !== '') void onChoose(id);
      }}
    />
  );
}
