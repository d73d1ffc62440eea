import type { Company } from '../../shared/content/content.ts';

/** The WhatsApp chat with the company, with a first message; null for a company without a number. */
export function whatsappUrl({ whatsappNumber }: Company, message: string): string | null {
  const digits = whatsappNumber.replace(/\D/g, '');
  return digits === '' ? null : `https://wa.me/${digits}?text=${encodeURIComponent(message)}`;
}

/** The maps service, looking for `query`. */
export function mapsUrl(company: Company, query: string): string {
  return company.mapsUrl.replaceAll('{query}', encodeURIComponent(query));
}
