/** The order of the curve P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** An ES256 token with its other valid signature: (r, n − s) in place of (r, s). Computing it needs no key. */
export function otherForm(token: string): string {
  const [header, payload, signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  const s = order - BigInt(`0x${bytes.toString('hex', 32)}`);
  bytes.write(s.toString(16).padStart(64, '0'), 32, 'hex');
  return [header, payload, bytes.toString('base64url')].join('.');
}
