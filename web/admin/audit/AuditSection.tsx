import { ScrollText } from 'lucide-react';
import { listAuditEntries } from '../../data/company/audit.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { useList } from '../parts/list/useList.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useAuditColumns } from './columns.tsx';
import { nameOfAct } from '../../i18n/actNames.ts';

/** The audit log: read and filtered by action, by days, and to failed attempts, never changed. */
export default function AuditSection(props: Pick<SectionProps, 'location'>) {
  const t = useNamespace('audit');
  const acts = Object.keys(t.acts).map((value) => ({ value, label: nameOfAct(value, t) }));
  const { frame } = useList(props, {
    name: 'audit',
    words: t,
    icon: ScrollText,
    filters: {
      action: {
        label: t.action,
        all: t.allActions,
        options: acts.sort((a, b) => a.label.localeCompare(b.label)),
      },
      from: { label: t.from, form: 'day' },
      until: { label: t.until, form: 'day' },
      refused: { label: t.refusedOnly, options: [{ value: 'true', label: t.refusedOnly }] },
    },
    load: listAuditEntries,
    rowsPerPart: 200,
  });
  return <ListFrame {...frame} list={{ columns: useAuditColumns(), lineClass: 'gap-x-4' }} />;
}
