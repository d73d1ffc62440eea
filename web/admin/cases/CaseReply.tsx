import type { CaseKind } from '../../../shared/cases.ts';
import type { PassengerCase } from '../../data/tickets/cases.ts';
import { loadNamespace, useNamespace } from '../../i18n/namespaces.ts';
import { TemplateField } from '../tickets/ReplyFields.tsx';
import { ReplyForm } from '../tickets/ReplyForm.tsx';
import { useReplyTexts } from '../tickets/useReplyTexts.ts';
import type { SectionProps } from '../parts/section.ts';

/** The templates, in the order in which they are offered. */
const templateIds = ['found', 'searching', 'notFound', 'sorry', 'receipt', 'moreDetails'] as const;
type TemplateId = (typeof templateIds)[number];

/** The templates that fit a kind, which come first: a complaint must not get “good news” by the first press. */
const fitting: Readonly<Record<CaseKind, readonly TemplateId[]>> = {
  lost: ['found', 'searching', 'notFound'],
  complaint: ['sorry'],
  receipt: ['receipt'],
  accessibility: ['moreDetails'],
  other: ['moreDetails'],
};

interface CaseReplyProps extends Pick<SectionProps, 'onDone'> {
  readonly row: PassengerCase;
}

/** Replies to the passenger of a case. */
export function CaseReply({ row, onDone }: CaseReplyProps) {
  const t = useNamespace('cases');
  const texts = useReplyTexts(row.language, `reply:${row.id}`);
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
          ids={[...new Set([...fitting[row.kind], ...templateIds])]}
          names={t.templates}
          onChoose={fill}
        />
      }
      hint={t.onPage}
      isClosed={row.state === 'closed'}
      onSent={() => onDone(t.replied(row.number))}
    />
  );
}
