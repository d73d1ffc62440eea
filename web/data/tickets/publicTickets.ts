import { caseBucket, type CaseKind } from '../../../shared/cases.ts';
import type { RightsKind, RightsPerson } from '../../../shared/rights.ts';
import { withApiKey } from '../apiKey.ts';
import { requestAsNobody } from '../asNobody.ts';
import { getEnvironment } from '../environment.ts';
import { toDataError } from '../errors.ts';
import { fetchWithin } from '../fetchWithin.ts';
import type { FunctionRow, Known } from '../rows.ts';

/** A case as a passenger writes it; the names are those of `open_case`. */
export interface NewCase {
  readonly kind: CaseKind;
  readonly body: string;
  readonly language: string;
  /** ISO 8601 */
  readonly happened_at: string | null;
  readonly place: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** The driver's verification code. */
  readonly code: string | null;
}

/** `photo`: the name under which the photo may be uploaded; null without one. */
type OpenedCase = Known<FunctionRow<'open_case'>, { readonly photo: string | null }>;

/**
 * Opens a case. The same secret always opens the same one.
 * @throws DataError `over_case_rate_limit`, `validation_failed`
 */
export async function openCase(secret: string, written: NewCase, withPhoto: boolean): Promise<OpenedCase> {
  const body = { ...written, secret, consent: true, with_photo: withPhoto };
  const [opened] = (await requestAsNobody('rpc/open_case', body)) as OpenedCase[];
  if (!opened) throw toDataError(new Error('The backend opened no case'));
  return opened;
}

const uploadTimeoutMs = 90_000;

/** Uploads the photo of a case once; one that has arrived before is no error. @throws DataError */
export async function uploadCasePhoto(name: string, photo: Blob): Promise<void> {
  try {
    const response = await withApiKey(fetchWithin(uploadTimeoutMs))(
      `${getEnvironment().backendUrl}/storage/v1/object/${caseBucket}/${name}`,
      {
        method: 'POST',
        headers: { 'Content-Type': photo.type },
        referrerPolicy: 'no-referrer',
        body: photo,
      },
    );
    if (response.ok) return;
    const problem = (await response.json()) as { code?: string; statusCode?: string };
    if (problem.code === 'KeyAlreadyExists' || problem.statusCode === '409') return;
    throw Object.assign(new Error(`HTTP ${response.status}`), problem, { status: response.status });
  } catch (error) {
    throw toDataError(error);
  }
}

/** Adds the passenger's message. The same id is always the same message. @throws DataError `over_case_rate_limit` */
export async function replyToCase(secret: string, id: string, body: string): Promise<void> {
  await requestAsNobody('rpc/reply_to_case', { secret, id, body });
}

/** A request about personal data as its author writes it; the names are those of `open_rights_request`. */
export interface NewRightsRequest {
  readonly kind: RightsKind;
  readonly person: RightsPerson;
  readonly name: string;
  readonly body: string;
  readonly language: string;
  readonly email: string | null;
  readonly phone: string | null;
}

/**
 * Sends a request. The same secret always sends the same one.
 * @returns its number
 * @throws DataError `over_case_rate_limit`, `validation_failed`
 */
export async function openRightsRequest(secret: string, written: NewRightsRequest): Promise<string> {
  return (await requestAsNobody('rpc/open_rights_request', { ...written, secret })) as string;
}

/** Confirms that the holder of the secret reads the contact of the request. */
export async function confirmRightsRequest(secret: string): Promise<void> {
  await requestAsNobody('rpc/confirm_rights_request', { secret });
}
