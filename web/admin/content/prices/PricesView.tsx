import { Download, Percent, Upload } from 'lucide-react';
import { useState } from 'react';
import { chileanDay } from '../../../../shared/content/prices.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { downloadText } from '../../../util/download.ts';
import { useDraftContent } from '../studio.ts';
import { PriceFileDialog, RaiseDialog } from './dialogs.tsx';
import { writePrices } from './priceFile.ts';
import { PriceTable } from './PriceTable.tsx';

/** The table of prices, and the acts that change all of them. */
export function PricesView() {
  const t = useNamespace('studio').prices;
  const content = useDraftContent();
  const [dialog, setDialog] = useState<'raise' | 'import' | null>(null);
  const close = () => setDialog(null);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <Button
          size="compact"
          variant="secondary"
          icon={<Percent size={20} />}
          onClick={() => setDialog('raise')}
        >
          {t.raise.open}
        </Button>
        <Button
          size="compact"
          variant="secondary"
          icon={<Download size={20} />}
          onClick={() =>
            downloadText(
              writePrices(content.routes),
              `precios-${chileanDay(new Date())}.csv`,
              'text/csv;charset=utf-8',
            )
          }
        >
          {t.export}
        </Button>
        <Button
          size="compact"
          variant="secondary"
          icon={<Upload size={20} />}
          onClick={() => setDialog('import')}
        >
          {t.import.open}
        </Button>
      </div>
      <p className="text-small text-ink-soft">{t.hint}</p>
      <PriceTable />
      {dialog === 'raise' && <RaiseDialog onClose={close} />}
      {dialog === 'import' && <PriceFileDialog onClose={close} />}
    </div>
  );
}
