import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** The parameters that all authenticator apps support. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** The allowed clock skew, in steps of 30 seconds. */
const toleranceSteps = 1;

/**
 * Creates a secret for an authenticator app: in base32, as URI, and as QR code in SVG. Issuer and label together must fit
 * the QR code (2,900 bytes).
 */
export function createTotp(issuer: string, label: string) {
  const totp = new TOTP({ ...parameters, issuer, label, secret: new Secret({ size: secretBytes }) });
  const uri = totp.toString();
  return { qr_code: renderSVG(uri, { border: 2 }), secret: totp.secret.base32, uri };
}

/**
 * The step of a valid code: its 30 seconds, counted since 1970. Accepts the current step and its neighbours.
 * @param secret base32
 * @param now in milliseconds
 */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ ...parameters, secret });
  const delta = totp.validate({ token: code, timestamp: now, window: toleranceSteps });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}
