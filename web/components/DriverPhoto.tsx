import type { Driver } from '../data/drivers/drivers.ts';
import { photoUrl } from '../data/drivers/photoUrl.ts';
import { Photo } from '../ui/Photo.tsx';

export function DriverPhoto({ driver, className }: { readonly driver: Driver; readonly className: string }) {
  return <Photo src={photoUrl(driver.photo_url)} name={driver.name} className={className} />;
}
