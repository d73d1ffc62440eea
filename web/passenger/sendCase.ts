import { toDataError } from '../data/errors.ts';
import type { NewCase, openCase, uploadCasePhoto } from '../data/tickets/publicTickets.ts';

export interface StoredCase {
  readonly secret: string;
  /** Null until the server has the case. */
  readonly number: string | null;
  /** Null once the server has the case. */
  readonly written: NewCase | null;
  /** A data URL, until the server has the photo. */
  readonly photo: string | null;
  /** The name that the server has given the photo. */
  readonly photoName: string | null;
  /** The server refused the photo, or the phone had no room for it: the words arrive without it. */
  readonly photoLost?: boolean;
  /** Written on a device that other people use too: no list shows it. */
  readonly shared?: boolean;
}

/** The calls that a delivery makes. */
export interface CaseBackend {
  readonly openCase: typeof openCase;
  readonly uploadCasePhoto: typeof uploadCasePhoto;
}

/** Whether the server lacks a part of a case. */
export function waits({ written, photo }: StoredCase): boolean {
  return written !== null || photo !== null;
}

/** The cases that a phone keeps: those that wait, and of the others the newest. */
export function keptCases(cases: readonly StoredCase[]): readonly StoredCase[] {
  const maxCases = 20;
  return cases.filter((each, index) => index < maxCases || waits(each));
}

function blobOf(dataUrl: string): Blob {
  const [head = '', data = ''] = dataUrl.split(',');
  const bytes = Uint8Array.from(atob(data), (letter) => letter.codePointAt(0)!);
  return new Blob([bytes], { type: head.replace(/^data:|;base64$/g, '') });
}

/** The server takes no photo of this case. The passenger who chose one has to know. */
const withoutPhoto = (photo: string | null): Partial<StoredCase> =>
  photo === null ? {} : { photo: null, photoLost: true };

/**
 * Sends the next part of a case that waits: its words, then its photo. Repeating it after a lost response writes nothing
 * more.
 * @returns the properties that change
 */
export async function sendNextPart(waiting: StoredCase, backend: CaseBackend): Promise<Partial<StoredCase>> {
  const { secret, written, photo, photoName } = waiting;
  if (written) {
    const { number, photo: name } = await backend.openCase(secret, written, photo !== null);
    // Another tab may have sent the photo meanwhile: it must not come back.
    return { number, written: null, photoName: name, ...(name === null && withoutPhoto(photo)) };
  }
  if (photo === null || photoName === null) return withoutPhoto(photo);
  try {
    await backend.uploadCasePhoto(photoName, blobOf(photo));
  } catch (error) {
    // A photo that the server refuses is no reason to send it again.
    if (toDataError(error).retryable) throw error;
    return withoutPhoto(photo);
  }
  return { photo: null };
}
