import { useCompany } from '../../content/ContentProvider.tsx';
import { mapsUrl } from '../../content/links.ts';
import { useLoad } from '../../data/useLoad.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ScanCard } from '../../ui/ScanCard.tsx';
import { locate } from '../useOpenMaps.ts';

/** The map of where the vehicle is, as a QR code: for a device that opens no other app. */
export default function MapPanel() {
  const { map } = useNamespace('kiosk');
  const company = useCompany();
  const { value: position } = useLoad(locate);
  const url = position === undefined ? undefined : mapsUrl(company, position);
  return (
    <ScanCard value={url} title={map.qr} heading={map.title} variant="large">
      {url === undefined ? map.locating : map.text}
    </ScanCard>
  );
}
