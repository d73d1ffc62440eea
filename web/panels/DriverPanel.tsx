import type { Driver } from '../data/drivers.ts';
import { useArea } from '../i18n/areas.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { Photo } from '../ui/Photo.tsx';
import { Plate } from '../ui/Plate.tsx';
import { QrCode } from '../ui/QrCode.tsx';
import { verifyUrl } from '../visitor/address.ts';

/** Who drives, readable from the back seat, and the way to the page that confirms it on the passenger's phone. */
export default function DriverPanel({ driver }: { readonly driver: Driver }) {
  const { common } = useWords();
  const { car } = useArea('visitors');
  return (
    <div className="grid items-center gap-6 sm:grid-cols-[1fr_auto] sm:gap-8">
      <div className="flex flex-col items-center gap-4 text-center">
        <Photo
          src={driver.photo_url}
          name={driver.name}
          className="aspect-square w-full max-w-72 rounded-card sm:max-w-80"
        />
        <p className="headline text-display leading-none">{driver.name}</p>
        <Plate value={driver.license_plate} label={common.licensePlate} large />
      </div>
      <div className="mx-auto flex w-full max-w-64 flex-col gap-4 text-center">
        <QrCode
          value={verifyUrl(driver.verification_code)}
          title={car.driverQr}
          className="aspect-square w-full"
        />
        <p className="text-ink-soft">{car.driverText}</p>
      </div>
    </div>
  );
}
