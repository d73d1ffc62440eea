import { BadgeCheck } from 'lucide-react';
import { isVerified } from '../../data/drivers/driverState.ts';
import { verifyUrl } from '../../data/publicAddress.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { classes } from '../../ui/classes.ts';
import { DriverPhoto } from '../../components/DriverPhoto.tsx';
import { Plate } from '../../components/Plate.tsx';
import { VehicleName } from '../../components/VehicleName.tsx';
import { ScanCard } from '../../ui/ScanCard.tsx';
import type { PanelProps } from '../panelProps.ts';

/** The driver, readable from the back seat, and a QR code of the page that confirms it on the passenger's phone. */
export default function DriverPanel({ driver }: PanelProps) {
  const { driver: labels, home } = useMessages();
  const { vehicle: words } = useNamespace('publicPages');
  return (
    <div className="grid gap-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:gap-8 tablet:flex-1 tablet:content-center tablet:items-center tablet:portrait:grid-cols-1 tablet:portrait:gap-10 tablet:landscape:gap-14">
      <DriverPhoto
        driver={driver}
        className={classes(
          'aspect-square w-full max-w-72 justify-self-center rounded-card md:max-w-none tablet:portrait:max-w-[32vh]',
          // A photo may be cropped to the height of the text beside it; initials look better square.
          Boolean(driver.photo_url) &&
            'md:aspect-auto md:h-full tablet:portrait:aspect-square tablet:portrait:h-auto',
        )}
      />
      <div className="flex flex-col gap-6 tablet:gap-10">
        <div className="flex flex-col items-center gap-4 text-center md:items-start md:text-left tablet:portrait:items-center tablet:portrait:text-center">
          <p className="headline max-w-full text-display leading-none hyphens-auto">{driver.name}</p>
          {isVerified(driver) && (
            <p className="flex items-center gap-2 text-lead font-semibold tablet:text-title">
              <BadgeCheck size={32} className="shrink-0 text-accent" aria-hidden="true" />
              <span>{home.verified}</span>
            </p>
          )}
          <Plate plate={driver.license_plate} variant="large" />
          {driver.vehicle && (
            <VehicleName
              brandModel={driver.vehicle.brand_model}
              colour={driver.vehicle.colour}
              className="max-w-full text-lead tablet:text-title"
            />
          )}
          <p className="max-w-full text-lead tablet:text-title">
            <span className="text-ink-soft">{labels.short.driverCode}</span>{' '}
            <strong className="headline break-words">{driver.driver_code}</strong>
          </p>
        </div>
        <ScanCard value={verifyUrl(driver.verification_code)} title={words.driverQr}>
          {words.driverText}
        </ScanCard>
      </div>
    </div>
  );
}
