import type { Driver } from '../data/drivers.ts';
import { PanelDialog } from '../home/PanelDialog.tsx';
import { loadPanel, type PanelId } from '../home/panels.ts';
import type { Language } from '../i18n/languages.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { renderIn } from './render.tsx';

const nothing = () => undefined;

/** A driver with a long name, as the backend sends one. */
export const driver: Driver = {
  id: '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b10',
  name: 'María José Muñoz Echeverría',
  contact: '+56 9 8765 4321',
  license_plate: 'BBCD12',
  driver_code: 'C-104',
  verification_code: 'K7M2QX',
  photo_url: null,
  pending_photo_url: null,
  approved: true,
  approved_at: '2026-03-02T12:00:00Z',
  approved_by: null,
  average_rating: 4.8,
  rating_total: 480,
  review_count: 100,
  created_at: '2026-03-01T12:00:00Z',
  created_by: null,
  version: 1,
};

/** Opens a panel of the home screen in a language; nobody is signed in. */
export async function openPanel(panel: PanelId, language: Language) {
  await loadPanel(panel, language);
  return renderIn(
    language,
    <SessionProvider>
      <PanelDialog panel={panel} driver={driver} onClose={nothing} onRated={nothing} onAccount={nothing} />
    </SessionProvider>,
  );
}
