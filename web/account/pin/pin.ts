import { getEnvironment } from '../../data/environment.ts';
import { storedSession } from '../../data/session/storedSession.ts';
import { isOwnPhone } from '../../device/ownPhone.ts';
import { isObjectWith, storedValue } from '../../util/storedValue.ts';

/** OWASP's advice for PBKDF2 with SHA-256: about half a second on a slow device. */
const iterations = 600_000;

interface StoredPin {
  readonly userId: string;
  /** Hexadecimal. */
  readonly salt: string;
  readonly hash: string;
  /** Wrong tries since the last right one. */
  readonly failures: number;
  /** Milliseconds since 1970: until then no PIN is checked. */
  readonly blockedUntil: number;
}

/**
 * The driver's PIN keeps passengers out of the driver's menu. It is stored on the device only, as a salted hash, belongs
 * to one account, and is deleted at sign-out. It is no password: anybody with the browser's own tools can remove it.
 */
const storedPin = storedValue(
  'personal:pin',
  isObjectWith<StoredPin>('userId', 'salt', 'hash', 'failures', 'blockedUntil'),
);

/** Wrong PINs without a wait. */
const freeTries = 5;
/** After those, each wrong PIN makes the driver wait, twice as long each time, up to the longest wait. */
const firstWaitMs = 30_000;
const maxWaitMs = 15 * 60_000;

export const minPinDigits = 4;
export const maxPinDigits = 8;

/** Browsers hash only on https and on localhost; elsewhere there is no PIN. */
export function canHavePin(): boolean {
  return window.isSecureContext;
}

/** The same digit again and again, or a run such as 1234 and 8765: what a passenger tries first. */
export function isGuessable(pin: string): boolean {
  const steps = new Set(Array.from(pin.slice(1), (digit, index) => Number(digit) - Number(pin[index])));
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
}

/** How long to wait after that many wrong tries in a row, in milliseconds. */
export function waitAfter(failures: number): number {
  if (failures < freeTries) return 0;
  return Math.min(firstWaitMs * 2 ** (failures - freeTries), maxWaitMs);
}

function toHex(bytes: ArrayBuffer | Uint8Array): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** PBKDF2 with SHA-256, 256 bits, in hexadecimal. */
async function hashPin(pin: string, salt: string): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', encoder.encode(pin), 'PBKDF2', false, ['deriveBits']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: encoder.encode(salt), iterations };
  return toHex(await crypto.subtle.deriveBits(parameters, key, 256));
}

function read(userId: string): StoredPin | null {
  const stored = storedPin.read();
  return stored?.userId === userId ? stored : null;
}

function write(pin: StoredPin): void {
  if (!storedPin.write(pin)) throw new DOMException('The PIN was not stored', 'QuotaExceededError');
}

export function hasPin(userId: string): boolean {
  return read(userId) !== null;
}

/** Whether the driver who is signed in may choose a PIN on this device and has none. On the driver's own phone nobody else sits. */
export function lacksPin(): boolean {
  return canHavePin() && !isOwnPhone() && !hasPin(storedSession()?.user.id ?? '');
}

/** Whether the company lets no shift begin on this device before the driver has a PIN. */
export const needsPin = (): boolean => getEnvironment().requireDriverPin && lacksPin();

/** @param pin 4 to 8 digits @throws DOMException when the browser cannot hash, or has no room */
export async function setPin(userId: string, pin: string): Promise<void> {
  const salt = toHex(crypto.getRandomValues(new Uint8Array(16)));
  write({ userId, salt, hash: await hashPin(pin, salt), failures: 0, blockedUntil: 0 });
}

export function removePin(): void {
  storedPin.remove();
}

/** Milliseconds until the next try; 0 for now. A clock set back does not make it longer. */
export function pinWait(userId: string): number {
  const { failures, blockedUntil } = read(userId) ?? { failures: 0, blockedUntil: 0 };
  return Math.max(0, Math.min(blockedUntil - Date.now(), waitAfter(failures)));
}

/**
 * Whether it is the PIN of this account. A try counts before it is checked, so that a reload does not undo it.
 * @throws DOMException when the browser cannot hash
 */
export async function checkPin(userId: string, pin: string): Promise<boolean> {
  const stored = read(userId);
  if (!stored || pinWait(userId) > 0) return false;
  const failures = stored.failures + 1;
  write({ ...stored, failures, blockedUntil: Date.now() + waitAfter(failures) });
  const right = (await hashPin(pin, stored.salt)) === stored.hash;
  if (right) write({ ...stored, failures: 0, blockedUntil: 0 });
  return right;
}
