import { bareNumber, phoneOf } from '../../shared/chile/phone.ts';
import type { Company } from '../../shared/content/content.ts';

/**
 * The digits behind the company's WhatsApp links, with the code of the country; empty for a company without a number. A
 * release of before numbers were checked may hold `9 8765 4321`, or a foreign number without its plus; one that could be
 * another person's opens no chat.
 */
export function whatsappDigits({ whatsappNumber }: Pick<Company, 'whatsappNumber'>): string {
  const bare = bareNumber(whatsappNumber);
  const e164 = phoneOf(bare) ?? (bare.length > 10 ? phoneOf(`+${bare}`) : null);
  return e164?.slice(1) ?? '';
}

/** The chat with a number, given as digits with the code of its country. */
export function chatUrl(digits: string, message = ''): string {
  return `https://wa.me/${digits}${message && `?text=${encodeURIComponent(message)}`}`;
}

/** The WhatsApp chat with the company, with a first message; null for a company without a number. */
export function whatsappUrl(company: Company, message: string): string | null {
  const digits = whatsappDigits(company);
  return digits === '' ? null : chatUrl(digits, message);
}

/** The maps service, looking for `query`. */
export function mapsUrl(company: Company, query: string): string {
  return company.mapsUrl.replaceAll('{query}', encodeURIComponent(query));
}

/** A search for a flight by its number, which shows when it lands. */
export function flightUrl(flight: string): string {
  return `https://www.google.com/search?q=${encodeURIComponent(flight)}`;
}
