import type { ReviewReason } from '../../../shared/reviews.ts';
import { requestAsNobody } from '../asNobody.ts';
import type { NamedDriver } from '../drivers/verification.ts';
import { toDataError } from '../errors.ts';

export interface LinkedDriver extends NamedDriver {
  readonly state: 'open' | 'used' | 'expired';
  /** The token of the link that the code of a printed card has opened. */
  readonly token?: string;
}

const printedCode = /^[0-9a-z]{12}$/i;

/**
 * @param link a token, or the verification code that a printed card shows
 * @throws DataError `rating_link_invalid` for a token that the backend did not make, or an unknown code
 */
export async function readRatingLink(link: string): Promise<LinkedDriver> {
  const asked = printedCode.test(link)
    ? requestAsNobody('rpc/card_rating_link', { code: link })
    : requestAsNobody('rpc/rating_link', { token: link });
  const [driver] = (await asked) as LinkedDriver[];
  if (!driver) throw toDataError(new Error('The backend knows no driver'));
  return driver;
}

/**
 * @param rating whole stars, 1 to 5
 * @throws DataError `rating_link_used`, `rating_link_expired`, `rating_link_invalid`, `over_review_rate_limit`
 */
export async function rateByLink(token: string, rating: number): Promise<void> {
  await requestAsNobody('rpc/rate_by_link', { token, rating });
}

/**
 * Adds the reasons to the review that was given by a link. The first reasons stay, so repeating it changes nothing.
 * @throws DataError `review_not_found` half an hour after the review, `rating_link_invalid`
 */
export async function addReasonsByLink(token: string, reasons: readonly ReviewReason[]): Promise<void> {
  await requestAsNobody('rpc/add_reasons_by_link', { token, reasons });
}
