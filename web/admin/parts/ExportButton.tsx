import { FileDown } from 'lucide-react';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { writeCsv } from '../../util/csv.ts';
import { downloadText } from '../../util/download.ts';
import type { SectionProps } from './section.ts';
import type { Selection } from './useSelection.ts';

/** A heading of the file, and what stands below it for a row. */
export type ExportColumn<Row> = readonly [heading: string, text: (row: Row) => string];

export interface ExportButtonProps<Row> extends Pick<SectionProps, 'onDone'> {
  readonly selection: Selection<Row>;
  readonly columns: readonly ExportColumn<Row>[];
  /** The name of the list, which the file has too. */
  readonly name: string;
}

/** Gives the ticked rows to the person as a file that Excel in Chile opens. */
export function ExportButton<Row>({ selection, columns, name, onDone }: ExportButtonProps<Row>) {
  const { selection: t } = useNamespace('admin');
  const save = () => {
    const lines = selection.chosen.map((row) => columns.map(([, text]) => text(row)));
    const file = `${name.toLowerCase()}.csv`;
    downloadText(writeCsv([columns.map(([heading]) => heading), ...lines]), file, 'text/csv');
    onDone(t.exported(file));
  };
  return (
    <Button size="compact" variant="secondary" icon={<FileDown size={20} />} onClick={save}>
      {t.export}
    </Button>
  );
}
