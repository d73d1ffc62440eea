import type { DataError } from '../data/errors.ts';

interface Failing {
  readonly error: DataError | null;
  readonly errorText: string | undefined;
}

/**
 * Takes the error of a missing photo out of a form, which would show it at its foot, far from the photo.
 * @returns the error for the photo field, and the form without it
 */
export function splitPhotoError<Form extends Failing>(form: Form, photo: File | null) {
  if (form.error?.code !== 'photo_required') return { form, photoError: undefined };
  const photoError = photo === null ? form.errorText : undefined;
  return { form: { ...form, errorText: undefined }, photoError };
}
