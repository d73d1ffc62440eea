import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { verifyPaper } from '../../data/fleet/documentAdmin.ts';
import type { Paper, PaperState } from '../../data/fleet/documents.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { RowActions } from '../parts/RowActions.tsx';
import { useBreakpoint } from '../parts/useBreakpoint.ts';
import { useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { ownerName, paperName } from './words.ts';

export interface PaperRowProps {
  readonly paper: Paper;
  readonly onDone: (message: string) => void;
  readonly onOpen: (dialog: 'edit' | 'delete') => void;
}

const tones: Readonly<Record<PaperState | 'waiting', string>> = {
  expired: 'bg-danger-soft text-danger',
  within_7: 'bg-danger-soft text-danger',
  within_14: 'bg-accent-soft text-accent',
  within_30: 'bg-accent-soft text-accent',
  valid: 'bg-success-soft text-success',
  waiting: 'bg-accent-soft text-accent',
};

/** One paper: a row of the table, or a card. */
export function PaperRow({ paper, onDone, onOpen }: PaperRowProps) {
  const breakpoint = useBreakpoint();
  const t = useNamespace('papers');
  const format = useFormat();
  const name = paperName(paper);
  const buttons = (
    <RowActions
      editLabel={t.edit(name)}
      deleteLabel={t.delete(name)}
      onEdit={() => onOpen('edit')}
      onDelete={() => onOpen('delete')}
    />
  );
  const day = format.plainDay(paper.expires_on);
  const state = <StateBadges paper={paper} onDone={onDone} />;
  if (breakpoint === 'cards')
    return (
      <li className="flex flex-col gap-2 border-b border-line py-3 pr-2 pl-4">
        <div className="flex items-center justify-between gap-2">
          <h3 className="min-w-0">
            <Title paper={paper} />
          </h3>
          {buttons}
        </div>
        <p className="[overflow-wrap:anywhere]">{ownerName(paper)}</p>
        <p className="text-small text-ink-soft tabular-nums">
          {t.expires} {day}
        </p>
        {state}
      </li>
    );
  return (
    <tr className="border-b border-line hover:bg-surface">
      <th scope="row" className="py-2.5 pr-2 pl-4 text-left font-normal">
        <Title paper={paper} />
      </th>
      <td className="px-2 py-2.5 [overflow-wrap:anywhere]">{ownerName(paper)}</td>
      <td className="px-2 py-2.5 tabular-nums">
        {day}
        {breakpoint === 'table' && <div className="mt-1">{state}</div>}
      </td>
      {breakpoint === 'wide' && <td className="px-2 py-2.5">{state}</td>}
      <td className="py-1 pr-1 pl-2">
        <div className="-ml-3">{buttons}</div>
      </td>
    </tr>
  );
}

function Title({ paper }: { readonly paper: Paper }) {
  const t = useNamespace('papers');
  const file = paper.file === null ? t.withoutFile : t.withFile;
  const details = [paper.number, paper.critical && t.critical, file].filter(Boolean).join(' · ');
  return (
    <>
      <span className="font-semibold [overflow-wrap:anywhere]">{paper.kind}</span>
      <span className="block text-small text-ink-soft [overflow-wrap:anywhere]">{details}</span>
    </>
  );
}

function Badge({ tone, children }: { readonly tone: string; readonly children: ReactNode }) {
  return (
    <span className={classes('inline-flex rounded-full px-3 py-0.5 text-small font-semibold', tone)}>
      {children}
    </span>
  );
}

function StateBadges({ paper, onDone }: Pick<PaperRowProps, 'paper' | 'onDone'>) {
  const t = useNamespace('papers');
  const format = useFormat();
  const name = paperName(paper);
  const { busy, errorText, run } = useChange(verifyPaper, () => onDone(t.verified(name)));
  const state = paper.verified_at === null ? 'waiting' : paper.state;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={tones[state]}>
        {state === 'waiting' || state === 'valid'
          ? t.states[state]
          : t.expiry(paper.days_left, format.count(Math.abs(paper.days_left)))}
      </Badge>
      {paper.override_until !== null && (
        <Badge tone="bg-accent-soft text-accent">{t.overridden(format.plainDay(paper.override_until))}</Badge>
      )}
      {state === 'waiting' && (
        <Button
          size="compact"
          icon={<BadgeCheck size={20} />}
          busy={busy}
          aria-label={t.verifyPaper(name)}
          onClick={() => run(paper)}
        >
          {t.verify}
        </Button>
      )}
      {errorText && (
        <span role="alert" className="text-small text-danger">
          {errorText}
        </span>
      )}
    </span>
  );
}
