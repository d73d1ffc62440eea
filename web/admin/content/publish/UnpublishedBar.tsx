import { Send } from 'lucide-react';
import { use } from 'react';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFormat } from '../../parts/useFormat.ts';
import { useMay } from '../../parts/useMay.ts';
import { Unpublished } from '../studio.ts';

interface UnpublishedBarProps {
  /** Opens the view that publishes; null where it is open, and says the rest. */
  readonly onPublish: (() => void) | null;
}

/** From the first change on: how many passengers do not see yet, and the way to publish them, or who does. */
export function UnpublishedBar({ onPublish }: UnpublishedBarProps) {
  const t = useNamespace('studio').publish;
  const format = useFormat();
  const mayPublish = useMay('publish');
  const count = use(Unpublished);
  if (count === 0) return null;
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 rounded-card bg-accent-soft py-1 pr-1 pl-4">
      <p className="font-semibold">{t.unpublished(count, format.count(count))}</p>
      {!mayPublish && onPublish && <p className="text-small">{t.whoPublishes}</p>}
      {mayPublish && onPublish && (
        <Button size="compact" icon={<Send size={20} />} onClick={onPublish} className="ml-auto">
          {t.publish}
        </Button>
      )}
    </div>
  );
}
