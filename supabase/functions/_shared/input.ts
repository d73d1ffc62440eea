import { httpError } from './errors.ts';

const maxPasswordLength = 1000;

export function invalid(field: string): Error {
  return httpError('validation_failed', `“${field}” is not valid.`);
}

/** @throws HttpError validation_failed */
export function passwordOf(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.length > maxPasswordLength || !value.isWellFormed())
    throw invalid('password');
  return value;
}
