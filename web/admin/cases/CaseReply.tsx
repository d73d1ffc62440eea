import type { PassengerCase } from '../../data/tickets/cases.ts';
import { loadNamespace, useNamespace } from '../../i18n/namespaces.ts';
import { TemplateField } from '../tickets/ReplyFields.tsx';
import { ReplyForm } from '../tickets/ReplyForm.tsx';
import { useReplyTexts } from '../tickets/useReplyTexts.ts';
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
    texts.fill(async (language) => (await loadNamespace('replies', language)).cases[id](row.number));
  return (
    <ReplyForm
      ticket={row}
      texts={texts}
      choice={
        <TemplateField
          label={t.template}
          prompt={t.chooseTemplate}
          ids={templateIds}
          names={t.templates}
          onChoose={fill}
        />
      }
      hint={t.onPage}
      onSent={() => onDone(t.replied(row.number))}
    />
  );
}
