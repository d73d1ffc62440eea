import { StorageError } from '../errors.ts';

const powers = { B: 0, KB: 1, MB: 2, GB: 3 } as const;

/**
 * A size as storage/v1 takes it: a number of bytes, or text with a decimal unit (“20MB”, “30kb”, “3B”). In bytes.
 * @throws StorageError InvalidRequest
 */
export function parseSize(value: number | string): number {
  const match = /^(\d{1,15})\s*(B|KB|MB|GB)?$/i.exec(String(value).trim());
  if (!match) throw new StorageError('InvalidRequest', 'file_size_limit must be a size such as 20MB');
  const unit = (match[2] ?? 'B').toUpperCase() as keyof typeof powers;
  return Number(match[1]) * 1000 ** powers[unit];
}
