import { Printer } from 'lucide-react';
import { lazy, useState } from 'react';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Optional } from '../../ui/Boundary.tsx';
import { Button } from '../../ui/Button.tsx';
import type { PrintDialogProps } from './PrintDialog.tsx';

const PrintDialog = lazy(() => import('./PrintDialog.tsx'));

/** Prints cards for the ticked rows. */
export function PrintButton(props: Omit<PrintDialogProps, 'onClose'>) {
  const { selection: t } = useNamespace('admin');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="compact" variant="secondary" icon={<Printer size={20} />} onClick={() => setOpen(true)}>
        {t.print}
      </Button>
      {open && (
        <Optional>
          <PrintDialog {...props} onClose={() => setOpen(false)} />
        </Optional>
      )}
    </>
  );
}
