import { useEffect, useRef, useState } from 'react';
import { useDescribeError } from '../../../i18n/describeError.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { exportRows, type ExportFile, type RowParts } from './exportFile.ts';
import type { SectionProps } from '../section.ts';

const wasStopped = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/**
 * Exports rows to a file, and announces the outcome. Leaving the list stops an export.
 * @returns the number of rows written so far, null while nothing is exported, and how to start and stop
 */
export function useExport<Row>(file: ExportFile<Row>, onDone: SectionProps['onDone']) {
  const { selection: t } = useNamespace('admin');
  const describe = useDescribeError();
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (total: number, read: (signal: AbortSignal) => RowParts<Row>) => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setProgress(0);
    try {
      onDone(t.exported(await exportRows(file, read(signal), { signal, total, onProgress: setProgress })));
    } catch (error) {
      if (signal.aborted || wasStopped(error)) return;
      console.error('An export failed', error);
      onDone(describe(error), true);
    } finally {
      running.current = null;
      setProgress(null);
    }
  };
  return {
    progress,
    start: (total: number, read: (signal: AbortSignal) => RowParts<Row>) => {
      if (!running.current) void run(total, read);
    },
    cancel: () => {
      running.current?.abort();
      onDone(t.exportStopped);
    },
  };
}
