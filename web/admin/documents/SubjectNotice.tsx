import { X } from 'lucide-react';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import type { ListLocation } from '../parts/section.ts';

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
      <Button
        size="compact"
        variant="quiet"
        icon={<X size={20} />}
        onClick={() => location.setFilters({ subject: '', owner: '' })}
      >
        {t.showAll}
      </Button>
    </div>
  );
}
