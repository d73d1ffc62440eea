import { useNamespace } from '../../../i18n/namespaces.ts';
import { ImportDialog } from '../../parts/files/ImportDialog.tsx';
import type { ImportProblem } from '../../parts/files/importFile.ts';
import { useDescribeProblem } from '../editor/useField.ts';
import { useDraftContent, useStudio } from '../studio.ts';
import { planPrices, priceFile, withPrices, type PricedRoute } from './priceFile.ts';

/** Takes the prices of a file into the draft. */
export function PriceImport({ onClose }: { readonly onClose: () => void }) {
  const { prices: t, fields, problems } = useNamespace('studio');
  const { edit, say } = useStudio();
  const content = useDraftContent();
  const describe = useDescribeProblem();
  const isOfContent = (code: string): code is keyof typeof problems => Object.hasOwn(problems, code);
  return (
    <ImportDialog
      format={priceFile}
      words={{ ...t.import, take: t.take }}
      fields={{
        id: 'id',
        name: t.route,
        from: fields.validFrom,
        until: fields.validUntil,
        price: fields.pesos,
        night: fields.night,
      }}
      plan={(lines) => planPrices(lines, content)}
      save={(routes: readonly PricedRoute[]) => edit((current) => withPrices(current, routes))}
      onSaved={(message) => {
        onClose();
        say(message);
      }}
      describe={({ code, limit }: ImportProblem) =>
        isOfContent(code) ? describe({ code, ...(limit !== undefined && { limit }) }) : undefined
      }
      onClose={onClose}
    />
  );
}
