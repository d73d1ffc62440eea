import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A value of DER: tag, length, content. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: readonly Uint8Array[]) => der(0x30, ...contents);
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const time = (text: string) => der(0x17, Buffer.from(text));

interface Certified {
  readonly serial: number;
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
  /** DER of the extensions of version 3. */
  readonly extensions?: readonly Uint8Array[];
  /** As YYMMDD. */
  readonly until?: string;
}

const named = (name: string) =>
  sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(name)))));
const extension = (id: string, value: Uint8Array) => sequence(objectId(id), der(0x04, value));

/** An X.509 certificate in PEM. */
function certify({
  serial,
  subject,
  issuer,
  publicKey,
  signer,
  extensions,
  until = '491231',
}: Certified): string {
  const algorithm = sequence(objectId('2a864886f70d01010b'), der(0x05));
  const body = sequence(
    ...(extensions ? [der(0xa0, der(0x02, Buffer.from([2])))] : []),
    der(0x02, Buffer.from([serial])),
    algorithm,
    named(issuer),
    sequence(time('200101000000Z'), time(`${until}235959Z`)),
    named(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions ? [der(0xa3, sequence(...extensions))] : []),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, signer));
  const lines = sequence(body, algorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g)!;
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A key and its certificate, both in PEM. */
interface KeyAndCertificate {
  readonly privateKey: string;
  readonly certificate: string;
}

function pem(privateKey: KeyObject): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** A new RSA key with a certificate that it signed itself, good until 2049. */
export function selfSigned(name: string): KeyAndCertificate {
  const { privateKey, publicKey } = newKey();
  const certificate = certify({ serial: 1, subject: name, issuer: name, publicKey, signer: privateKey });
  return { privateKey: pem(privateKey), certificate };
}

/** An authority that no machine knows. */
export function createAuthority(name: string) {
  const { privateKey: signer, publicKey } = newKey();
  const isAuthority = extension('551d13', sequence(der(0x01, Buffer.from([0xff]))));
  const own = { serial: 1, subject: name, issuer: name, publicKey, signer, extensions: [isAuthority] };
  return {
    certificate: certify(own),
    /** Certifies an IPv4 address. @param until the last day, as YYMMDD */
    issue(address: string, until?: string): KeyAndCertificate {
      const key = newKey();
      const names = sequence(der(0x87, Buffer.from(address.split('.').map(Number))));
      const certificate = certify({
        serial: 2,
        subject: 'server',
        issuer: name,
        publicKey: key.publicKey,
        signer,
        extensions: [extension('551d11', names)],
        ...(until && { until }),
      });
      return { privateKey: pem(key.privateKey), certificate };
    },
  };
}
