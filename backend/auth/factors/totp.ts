import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** What every authenticator app understands, and the wire prescribes (§7.2). */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** How many steps of 30 seconds a clock may be off. */
const tolerance = 1;

/** What an authenticator app needs to know, in three forms. */
export interface TotpEnrolment {
  /** A picture of `uri`, as SVG text. */
  readonly qrCode: string;
  /** Base32. */
  readonly secret: string;
  readonly uri: string;
}

/**
 * A new secret.
 * @param issuer whom the codes are for
 * @param label whose they are; issuer and label together must fit a QR code (2,900 bytes)
 */
export function createTotp(issuer: string, label: string): TotpEnrolment {
  const totp = new TOTP({ ...parameters, issuer, label, secret: new Secret({ size: secretBytes }) });
  const uri = totp.toString();
  return { qrCode: renderSVG(uri, { border: 2 }), secret: totp.secret.base32, uri };
}

/**
 * The step of 30 seconds (counted since 1970) that a code belongs to, if it is one of now, just before or just after.
 * @param secret base32
 * @param now in milliseconds
 */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ ...parameters, secret });
  const delta = totp.validate({ token: code, timestamp: now, window: tolerance });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}
