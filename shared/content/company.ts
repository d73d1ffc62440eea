import type { PageSettings } from '../page-settings.ts';
import type { Company } from './content.ts';

/** The settings of an installation that are the defaults of its first release. */
export type CompanySettings = Pick<PageSettings, 'brandName' | 'brandTagline' | 'whatsappNumber' | 'mapsUrl'>;

/** The company of a release, as the pages show it. */
export interface PageCompany extends CompanySettings {
  /** The name of the app's icon in the bucket `contenido`; empty for the built icons. */
  readonly icon: string;
}

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
