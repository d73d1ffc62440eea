import { Link } from 'wouter';
import { listCasesPage } from '../../data/tickets/cases.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { RecordCard, RecordRows } from '../parts/record/RecordPage.tsx';
import { sectionAddress } from '../parts/section.ts';
import { StateBadge } from './columns.tsx';
import { TicketName } from '../tickets/cells.tsx';

const noFilter = { search: '', state: '', kind: '', from: '', until: '' } as const;

/** The cases about a driver, open ones first; each leads to its page. */
export function CasesCard({ driver }: { readonly driver: string }) {
  const t = useNamespace('cases');
  const { cases: title } = useNamespace('admin');
  return (
    <RecordCard title={title} all={sectionAddress('cases', { driver })}>
      <RecordRows
        name="cases"
        read={async (_, signal) =>
          (await listCasesPage({ ...noFilter, driver }, { number: 1, size: 3 }, signal)).rows
        }
      >
        {(row) => (
          <>
            <Link
              href={sectionAddress('cases', { record: row.id })}
              className="inline-flex min-h-11 min-w-0 flex-1 basis-44 items-center underline-offset-4 hover:underline"
            >
              <TicketName kind={t.kinds[row.kind]} number={row.number} />
            </Link>
            <StateBadge row={row} />
          </>
        )}
      </RecordRows>
    </RecordCard>
  );
}
