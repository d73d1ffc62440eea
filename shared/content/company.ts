import type { PageSettings } from '../page-settings.ts';
import type { Company } from './content.ts';

/** The settings of an installation that are the defaults of its first release. */
export type CompanySettings = Pick<PageSettings, 'brandName' | 'brandTagline' | 'whatsappNumber' | 'mapsUrl'>;

/** The settings as fields of the company. Empty settings leave the field as it is. */
export function companyFields(settings: CompanySettings): Partial<Company> {
  const { brandName, brandTagline, whatsappNumber, mapsUrl } = settings;
  return {
    ...(brandName && { name: brandName }),
    ...(brandTagline && { tagline: { es: brandTagline } }),
    ...(whatsappNumber && { whatsappNumber }),
    ...(mapsUrl && { mapsUrl }),
  };
}
