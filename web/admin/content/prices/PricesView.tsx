import { Download, Percent, Upload, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { chileanDay } from '../../../../shared/chile/time.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { downloadText } from '../../../util/download.ts';
import { useDraftContent, useStudio } from '../studio.ts';
import { RaiseDialog } from './dialogs.tsx';
import { writePrices, planPrices, priceFile, withPrices } from './priceFile.ts';
import { PriceTable } from './PriceTable.tsx';
import { SmallButton } from '../../parts/SmallButton.tsx';
import { ImportDialog } from '../../parts/files/ImportDialog.tsx';

/** The table of prices, and the acts that change all of them. */
export function PricesView() {
  const t = useNamespace('studio').prices;
  const content = useDraftContent();
  const [dialog, setDialog] = useState<'raise' | 'import' | null>(null);
  const close = () => setDialog(null);
  const download = () =>
    downloadText(
      writePrices(content.routes),
      `precios-${chileanDay(new Date())}.csv`,
      'text/csv;charset=utf-8',
    );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <ActButton label={t.raise.open} icon={Percent} onPress={() => setDialog('raise')} />
        <ActButton label={t.export} icon={Download} onPress={download} />
        <ActButton label={t.import.open} icon={Upload} onPress={() => setDialog('import')} />
      </div>
      {/* On a phone the prices themselves come first. */}
      <p className="text-small text-ink-soft max-md:order-last">{t.hint}</p>
      <PriceTable />
      {dialog === 'raise' && <RaiseDialog onClose={close} />}
      {dialog === 'import' && <PriceImport onClose={close} />}
    </div>
  );
}

interface ActButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onPress: () => void;
}

/** A phone shows the icon only, so that a price stands above the fold. */
function ActButton({ label, icon: Icon, onPress }: ActButtonProps) {
  return (
    <SmallButton icon={Icon} title={label} onClick={onPress} className="max-md:px-2.5">
      <span className="max-md:sr-only">{label}</span>
    </SmallButton>
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
