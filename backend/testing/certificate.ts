import { generateKeyPairSync, sign } from 'node:crypto';

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

/** A new RSA key with a certificate that it signed itself, good until 2049. Both in PEM. */
export function selfSigned(name: string): { privateKey: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const algorithm = sequence(objectId('2a864886f70d01010b'), der(0x05));
  const subject = sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(name)))));
  const body = sequence(
    der(0x02, Buffer.from([1])),
    algorithm,
    subject,
    sequence(time('200101000000Z'), time('491231235959Z')),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const lines = sequence(body, algorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g)!;
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}
