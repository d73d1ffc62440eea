import { Download } from 'lucide-react';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { useDraftContent, useStudio } from '../studio.ts';
import { RaiseDialog } from './dialogs.tsx';
import { allPrices, planPrices, priceCells, priceFile, withPrices } from './planPrices.ts';
import { PriceTable } from './PriceTable.tsx';
import { useNamedActs } from '../../parts/useNamedActs.ts';
import { useRecordLocation } from '../../parts/record/useRecordLocation.ts';
import { SmallButton } from '../../parts/SmallButton.tsx';
import { useExport } from '../../parts/files/useExport.ts';
import { ImportButton } from '../../parts/files/ImportButton.tsx';
import { ImportDialog } from '../../parts/files/ImportDialog.tsx';

/** The table of prices, and the acts that change all of them. */
export function PricesView() {
  const t = useNamespace('studio').prices;
  const content = useDraftContent();
  const { act, open, close } = useRecordLocation();
  const { raise, import: importing } = useNamedActs('content');
  const { start } = useExport({ name: 'precios', cells: priceCells }, useStudio().say);
  const download = () => start(content.routes.length, () => [allPrices(content.routes)]);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <SmallButton icon={raise.icon} onClick={() => open({ act: 'raise' })}>
          {raise.title}
        </SmallButton>
        <SmallButton icon={Download} title={t.export} onClick={download} className="max-md:px-2.5">
          <span className="max-md:sr-only">{t.export}</span>
        </SmallButton>
        <ImportButton act={importing} iconOnly="phone" />
      </div>
      {/* On a phone the prices themselves come first. */}
      <p className="text-small text-ink-soft max-md:order-last">{t.hint}</p>
      <PriceTable />
      {act === 'raise' && <RaiseDialog onClose={close} />}
      {act === 'import' && <PriceImport onClose={close} />}
    </div>
  );
}

/** Takes the prices of a file into the draft. */
function PriceImport({ onClose }: { readonly onClose: () => void }) {
  const { prices: t, fields, problems } = useNamespace('studio');
  const { validFrom: from, validUntil: until, pesos: price, night } = fields;
  const { edit, say } = useStudio();
  const content = useDraftContent();
  return (
    <ImportDialog
      format={priceFile}
      words={{ ...t.import, take: t.take, problems: { ...problems, ...t.import.problems } }}
      fields={{ id: 'id', name: t.route, from, until, price, night }}
      plan={(lines) => planPrices(lines, content)}
      save={(routes) => edit((current) => withPrices(current, routes))}
      onSaved={() => {
        onClose();
        say(t.import.done);
      }}
      onClose={onClose}
    />
  );
}
