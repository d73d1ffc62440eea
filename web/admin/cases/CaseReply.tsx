import { answerCase, type PassengerCase } from '../../data/fleet/caseAdmin.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { loadNamespace, useNamespace } from '../../i18n/namespaces.ts';
import { ReplyForm } from '../conversation/ReplyForm.tsx';
import { useReplyTexts } from '../conversation/useReplyTexts.ts';
import type { SectionProps } from '../parts/section.ts';

/** The templates, in the order in which they are offered. */
const templateIds = ['found', 'searching', 'notFound', 'sorry', 'receipt', 'moreDetails'] as const;
type TemplateId = (typeof templateIds)[number];

interface CaseReplyProps extends Pick<SectionProps, 'onDone'> {
  readonly row: PassengerCase;
}

/** Replies to the passenger of a case. */
export function CaseReply({ row, onDone }: CaseReplyProps) {
  const t = useNamespace('cases');
  const texts = useReplyTexts(row.language);
  const fill = (id: TemplateId) =>
    texts.fill(async (language) => (await loadNamespace('cases', language)).templates[id].text(row.number));
  return (
    <ReplyForm
      texts={texts}
      contact={row}
      choice={<TemplateField onChoose={(id) => void fill(id)} />}
      hint={t.onPage}
      send={({ text, spanish, byMail }) => answerCase(row.id, text, spanish, byMail)}
      onSent={() => onDone(t.replied(row.number))}
    />
  );
}

function TemplateField({ onChoose }: { readonly onChoose: (id: TemplateId) => void }) {
  const t = useNamespace('cases');
  const templates = templateIds.map((id) => ({ value: id, label: t.templates[id].name }));
  return (
    <SelectField
      label={t.template}
      value=""
      options={[{ value: '', label: t.chooseTemplate }, ...templates]}
      onChange={(id) => {
        const chosen = templateIds.find((each) => each === id);
        if (chosen) onChoose(chosen);
      }}
    />
  );
}
