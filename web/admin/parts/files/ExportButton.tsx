import { FileDown } from 'lucide-react';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import type { ExportFile, RowParts } from './exportFile.ts';
import { useOnDone } from '../section.ts';
import { useExport } from './useExport.ts';
import { useFormat } from '../useFormat.ts';
import type { Selection } from '../list/useSelection.ts';
import { SmallButton } from '../SmallButton.tsx';

export interface ListExport<Row> {
  readonly file: ExportFile<Row>;
}

/** Exports the ticked rows. */
export function ExportButton<Row>({ chosen, file }: ListExport<Row> & Pick<Selection<Row>, 'chosen'>) {
  const { selection: t } = useNamespace('admin');
  const { start } = useExport(file, useOnDone());
  return (
    <SmallButton icon={FileDown} onClick={() => start(chosen.length, () => [chosen])}>
      {t.export}
    </SmallButton>
  );
}

interface ExportListButtonProps<Row> extends ListExport<Row> {
  /** Reads every row that the filters show. */
  readonly read: (signal: AbortSignal) => RowParts<Row>;
  /** The rows that the filters show. */
  readonly total: number;
}

/** Exports all rows that the filters show. Meanwhile it says how far it is, and stops at a press. */
export function ExportListButton<Row>({ file, read, total }: ExportListButtonProps<Row>) {
  const { selection: t } = useNamespace('admin');
  const format = useFormat();
  const { progress, start, cancel } = useExport(file, useOnDone());
  const isRunning = progress !== null;
  const label = isRunning ? t.stopExport(format.count(progress), format.count(total)) : t.exportAll;
  return (
    <Button
      size="compact"
      variant="secondary"
      icon={isRunning ? <Spinner size={20} /> : <FileDown size={20} className="shrink-0" />}
      title={label}
      disabled={total === 0 && !isRunning}
      onClick={() => (isRunning ? cancel() : start(total, read))}
      className="md:px-2.5"
    >
      <span className={isRunning ? 'tabular-nums' : 'md:sr-only'}>{label}</span>
    </Button>
  );
}
