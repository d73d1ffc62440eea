import { X } from 'lucide-react';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { ListLocation } from '../parts/section.ts';
import { SmallButton } from '../parts/SmallButton.tsx';

interface SubjectNoticeProps {
  /** The vehicle or driver; undefined where no document names it. */
  readonly name: string | undefined;
  readonly location: ListLocation;
}

/** Says that only the documents of one vehicle or driver are shown, and shows all again. */
export function SubjectNotice({ name, location }: SubjectNoticeProps) {
  const t = useNamespace('documents');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="font-semibold [overflow-wrap:anywhere]">{name ? t.onlyOwner(name) : t.oneOwner}</p>
      <SmallButton variant="quiet" icon={X} onClick={() => location.setFilters({ subject: '', owner: '' })}>
        {t.showAll}
      </SmallButton>
    </div>
  );
}
