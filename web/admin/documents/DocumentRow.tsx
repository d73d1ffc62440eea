import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { verifyDocument } from '../../data/fleet/documentAdmin.ts';
import type { FleetDocument, DocumentState } from '../../data/fleet/documents.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { RowActions } from '../parts/RowActions.tsx';
import { useBreakpoint } from '../parts/useBreakpoint.ts';
import { useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { ownerName, documentName } from './words.ts';

export interface DocumentRowProps {
  readonly document: FleetDocument;
  readonly onDone: (message: string) => void;
  readonly onOpen: (dialog: 'edit' | 'delete') => void;
}

const tones: Readonly<Record<DocumentState | 'waiting', string>> = {
  expired: 'bg-danger-soft text-danger',
  within_7: 'bg-danger-soft text-danger',
  within_14: 'bg-accent-soft text-accent',
  within_30: 'bg-accent-soft text-accent',
  valid: 'bg-success-soft text-success',
  waiting: 'bg-accent-soft text-accent',
};

/** One document: a row of the table, or a card. */
export function DocumentRow({ document, onDone, onOpen }: DocumentRowProps) {
  const breakpoint = useBreakpoint();
  const t = useNamespace('documents');
  const format = useFormat();
  const name = documentName(document);
  const buttons = (
    <RowActions
      editLabel={t.edit(name)}
      deleteLabel={t.delete(name)}
      onEdit={() => onOpen('edit')}
      onDelete={() => onOpen('delete')}
    />
  );
  const day = format.plainDay(document.expires_on);
  const state = <StateBadges document={document} onDone={onDone} />;
  if (breakpoint === 'cards')
    return (
      <li className="flex flex-col gap-2 border-b border-line py-3 pr-2 pl-4">
        <div className="flex items-center justify-between gap-2">
          <h3 className="min-w-0">
            <Title document={document} />
          </h3>
          {buttons}
        </div>
        <p className="[overflow-wrap:anywhere]">{ownerName(document)}</p>
        <p className="text-small text-ink-soft tabular-nums">
          {t.expires} {day}
        </p>
        {state}
      </li>
    );
  return (
    <tr className="border-b border-line hover:bg-surface">
      <th scope="row" className="py-2.5 pr-2 pl-4 text-left font-normal">
        <Title document={document} />
      </th>
      <td className="px-2 py-2.5 [overflow-wrap:anywhere]">{ownerName(document)}</td>
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

function Title({ document }: { readonly document: FleetDocument }) {
  const t = useNamespace('documents');
  const file = document.file === null ? t.withoutFile : t.withFile;
  const details = [document.number, document.critical && t.critical, file].filter(Boolean).join(' · ');
  return (
    <>
      <span className="font-semibold [overflow-wrap:anywhere]">{document.kind}</span>
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

function StateBadges({ document, onDone }: Pick<DocumentRowProps, 'document' | 'onDone'>) {
  const t = useNamespace('documents');
  const format = useFormat();
  const name = documentName(document);
  const { busy, errorText, run } = useChange(verifyDocument, () => onDone(t.verified(name)));
  const state = document.verified_at === null ? 'waiting' : document.state;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={tones[state]}>
        {state === 'waiting' || state === 'valid'
          ? t.states[state]
          : t.expiry(document.days_left, format.count(Math.abs(document.days_left)))}
      </Badge>
      {document.override_until !== null && (
        <Badge tone="bg-accent-soft text-accent">
          {t.overridden(format.plainDay(document.override_until))}
        </Badge>
      )}
      {state === 'waiting' && (
        <Button
          size="compact"
          icon={<BadgeCheck size={20} />}
          busy={busy}
          aria-label={t.verifyDocument(name)}
          onClick={() => run(document)}
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
