import { useNamespace } from '../../../i18n/namespaces.ts';
import { ImportDialog } from '../../parts/files/ImportDialog.tsx';
import { useDraftContent, useStudio } from '../studio.ts';
import { planPrices, priceFile, withPrices } from './priceFile.ts';

/** Takes the prices of a file into the draft. */
export function PriceImport({ onClose }: { readonly onClose: () => void }) {
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
