import type { Driver } from '../data/drivers.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { Plate, type PlateProps } from '../ui/Plate.tsx';

export interface DriverPlateProps extends Omit<PlateProps, 'value' | 'label'> {
  readonly driver: Pick<Driver, 'license_plate'>;
}

/** The licence plate of a driver, with its label for screen readers. */
export function DriverPlate({ driver, ...look }: DriverPlateProps) {
  return <Plate value={driver.license_plate} label={useWords().driver.short.licensePlate} {...look} />;
}
