import { useState } from 'react';
import type { Language } from '../../../shared/languages.ts';
import { rightsOutcomes, type RightsOutcome } from '../../../shared/rights.ts';
import type { RightsRequest } from '../../data/tickets/rightsRequests.ts';
import { sendTicketReply } from '../../data/tickets/tickets.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { loadNamespace, useNamespace } from '../../i18n/namespaces.ts';
import { newUuid } from '../../util/uuid.ts';
import { ReplyForm } from '../tickets/ReplyForm.tsx';
import { useReplyTexts } from '../tickets/useReplyTexts.ts';
import type { SectionProps } from '../parts/section.ts';
import { useOnce } from '../../forms/useRequestKeys.ts';

const results = ['ask', ...rightsOutcomes] as const;
type Result = (typeof results)[number];

/** The template of a result in a language; empty for none. */
async function templateIn(language: Language, result: Result | '', row: RightsRequest): Promise<string> {
  if (result === '') return '';
  const { templates } = await loadNamespace('rights', language);
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
  const texts = useReplyTexts(row.language);
  const [result, setResult] = useState<Result | ''>('');
  const outcome: RightsOutcome | null = result === '' || result === 'ask' ? null : result;
  const send = useOnce(newUuid, sendTicketReply);
  const choose = (chosen: Result | '') => {
    setResult(chosen);
    void texts.suggest((language) => templateIn(language, chosen, row));
  };
  return (
    <ReplyForm
      texts={texts}
      contact={row}
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
      send={(reply) => send(row.id, { ...reply, outcome })}
      onSent={() => {
        setResult('');
        onDone(t.replied(row.number));
      }}
    />
  );
}
