import type { Language } from '../../../shared/languages.ts';
import { rightsOutcomes } from '../../../shared/rights.ts';
import type { RightsRequest } from '../../data/tickets/rightsRequests.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { loadNamespace, useNamespace } from '../../i18n/namespaces.ts';
import { ReplyForm } from '../tickets/ReplyForm.tsx';
import { useReplyTexts } from '../tickets/useReplyTexts.ts';
import type { SectionProps } from '../parts/section.ts';

const results = ['ask', ...rightsOutcomes] as const;
type Result = (typeof results)[number];

/** The template of a result in a language; empty for none. */
async function templateIn(language: Language, result: Result | '', row: RightsRequest): Promise<string> {
  if (result === '') return '';
  const { templates } = (await loadNamespace('replies', language)).rights;
  const text = result === 'granted' ? templates.granted[row.kind] : templates[result];
  return text(row.number);
}

interface RequestReplyProps extends Pick<SectionProps, 'onDone'> {
  readonly row: RightsRequest;
}

/**
 * Replies to the author. The result closes the request or leaves it open, and fills the reply with its template unless
 * somebody has typed.
 */
export function RequestReply({ row, onDone }: RequestReplyProps) {
  const t = useNamespace('rights');
  const texts = useReplyTexts(row.language, `reply:${row.id}`);
  const result = results.find((each) => each === texts.choice) ?? '';
  const choose = (chosen: Result | '') =>
    texts.suggest(chosen, (language) => templateIn(language, chosen, row));
  return (
    <ReplyForm
      ticket={row}
      texts={texts}
      choice={
        <SelectField
          label={t.result}
          value={result}
          options={[
            { value: '', label: t.states.open },
            ...results.map((each) => ({ value: each, label: t.results[each] })),
          ]}
          onChange={choose}
        />
      }
      hint={t.onPage}
      outcome={result === '' || result === 'ask' ? null : result}
      isClosed={row.outcome !== null}
      onSent={() => onDone(t.replied(row.number))}
    />
  );
}
