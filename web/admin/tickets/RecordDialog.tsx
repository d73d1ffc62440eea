import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadError } from '../../components/LoadError.tsx';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';

interface RecordDialogProps<Loaded> {
  /** Null for a record that is gone. */
  readonly query: UseQueryResult<Loaded | null>;
  readonly title: string;
  readonly gone: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A wide dialog with one record: loading, failed, gone, or its content. */
export function RecordDialog<Loaded>({ query, title, gone, onClose, children }: RecordDialogProps<Loaded>) {
  const { loadFailed } = useNamespace('admin');
  const { common } = useMessages();
  const { data, error, refetch } = query;
  return (
    <Dialog open width="wide" title={title} closeLabel={common.close} onClose={onClose}>
      {error && <LoadError title={loadFailed} error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Spinner label={common.loading} />}
      {data === null && <Notice tone="error">{gone}</Notice>}
      {children}
    </Dialog>
  );
}
