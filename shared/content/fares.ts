import type { Company } from './content.ts';
import type { Words } from './words.ts';

/** The class of vehicles whose fare the taximeter decides. */
const meteredClass = 'basico';

/** Says instead of a tagline with a fixed price that the taximeter decides. */
const referenceTagline: Words = {
  es: 'Traslados al aeropuerto, con precio de referencia según taxímetro',
  en: { text: 'Airport transfers at a guide price; the taximeter decides' },
  pt: { text: 'Traslados ao aeroporto, com preço de referência conforme o taxímetro' },
  fr: { text: 'Transferts aéroport, prix indicatif : le taximètre fait foi' },
  de: { text: 'Flughafentransfers zum Richtpreis; es gilt das Taxameter' },
};

/**
 * Whether the prices are a reference only, which the taximeter may correct.
 * @param vehicleClass of the open shift's vehicle, as `vehicles.class`; absent where no vehicle is known
 */
export function areReference({ fares }: Pick<Company, 'fares'>, vehicleClass?: string): boolean {
  if (fares !== 'byVehicle') return fares === 'reference';
  return vehicleClass === undefined || vehicleClass === meteredClass;
}

/** The company's tagline; where the prices are a reference only, one that promises no fixed price. */
export function taglineOf(company: Pick<Company, 'fares' | 'tagline'>, vehicleClass?: string): Words {
  const promises = /\bfij[ao]s?\b/i.test(company.tagline.es);
  return promises && areReference(company, vehicleClass) ? referenceTagline : company.tagline;
}
