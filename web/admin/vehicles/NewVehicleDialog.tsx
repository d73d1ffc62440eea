import { useId } from 'react';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { focusField } from '../../forms/focusField.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useVehicleForm } from './useVehicleForm.ts';
import { VehicleFields } from './VehicleFields.tsx';

export interface NewVehicleDialogProps {
  /** Receives the plate. */
  readonly onSaved: (plate: string) => void;
  readonly onClose: () => void;
}

export function NewVehicleDialog({ onSaved, onClose }: NewVehicleDialogProps) {
  const { common } = useMessages();
  const { cancel } = useNamespace('admin');
  const t = useNamespace('vehicles');
  const form = useVehicleForm(null, onSaved);
  const formId = useId();
  const close = () => {
    if (!form.busy) onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={t.add}
      closeLabel={common.close}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button size="compact" variant="secondary" onClick={close}>
            {cancel}
          </Button>
          <Button size="compact" type="submit" form={formId} busy={form.busy}>
            {t.add}
          </Button>
        </div>
      }
    >
      <form ref={focusField} id={formId} noValidate onSubmit={form.onSubmit}>
        <VehicleFields form={form} />
      </form>
    </Dialog>
  );
}
