import type { ReactNode } from 'react';
import { expect } from 'vitest';
import type { Content } from '../../shared/content/content.ts';
import type { Driver } from '../data/drivers/drivers.ts';
import type { DriverAtWheel } from '../data/shifts/driverAtWheel.ts';
import { PanelDialog } from '../home/PanelDialog.tsx';
import { loadPanel, type PanelId } from '../home/panels.ts';
import type { Language } from '../i18n/languages.ts';
import { sampleDriver } from '../preview/sampleDriver.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { renderIn } from './render.tsx';

const nothing = () => undefined;

/** A driver with a long name, as the backend sends one. */
export const driver: Driver = {
  ...sampleDriver,
  id: '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b10',
  name: 'María José Muñoz Echeverría',
  approved_at: '2026-03-02T12:00:00Z',
};

/** A dialog on the passenger's screen: on a device with the texts of the back seat. */
export function VehicleDialog({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="passenger">
      <Dialog open onClose={nothing} title={title} closeLabel="×" width="narrow">
        {children}
      </Dialog>
    </div>
  );
}

/** Opens a panel of the home screen in a language, perhaps with other content or another driver; nobody is signed in. */
export async function openPanel(
  panel: PanelId,
  language: Language,
  content?: Content,
  driverChanges: Partial<DriverAtWheel> = {},
) {
  await loadPanel(panel, language);
  const opened = await renderIn(
    language,
    <SessionProvider>
      <div className="passenger">
        <PanelDialog
          panel={panel}
          driver={{ ...driver, ...driverChanges }}
          onClose={nothing}
          onRated={nothing}
        />
      </div>
    </SessionProvider>,
    [],
    content,
  );
  // The frame is painted first, with an empty place for the content.
  await expect.poll(() => document.querySelector('.window-content > :only-child:empty')).toBeNull();
  return opened;
}
