import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { parseDuration } from './util/durations.ts';
import { isEmail, normalizePhone } from './auth/accounts/addresses.ts';
import { checkPassword } from './auth/passwords/policy.ts';
import { matchesPattern } from './auth/flows/url-pattern.ts';
import { isRefreshToken } from './auth/sessions/token-derivation.ts';
import { checkXmlShape } from './auth/saml/untrusted-xml.ts';
import { protocolSettings } from './config/protocol.ts';
import { bearerToken } from './identity/caller.ts';
import { forwardedAddress } from './identity/client-address.ts';
import { parseFilter } from './realtime/filter.ts';
import { decodeFrame } from './realtime/frames.ts';
import { readJoinPayload } from './realtime/join-config.ts';
import { checkKey, objectAddress } from './storage/keys.ts';
import { checkContentType } from './storage/mime.ts';
import { readParts } from './storage/multipart.ts';
import { expectLinearForAll } from './testing/linear.ts';

const proxies = new BlockList();
proxies.addAddress('127.0.0.1');
const { auth: settings } = protocolSettings({ auth: { password_refuse_common: true } });
const headerText = (text: string): string => text.replaceAll(/[^ -~]/g, ' ');
const frame = (text: string, isBinary: boolean) => decodeFrame(Buffer.from(text), isBinary);

/** Parsers of what strangers send to auth, storage and realtime; those of the data API are in `rest/parse`. */
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  'e-mail address': isEmail,
  'phone number': normalizePhone,
  password: (text) => checkPassword(text, settings, 'Andes Transfer'),
  duration: parseDuration,
  'refresh token': isRefreshToken,
  'redirect address': (text) => matchesPattern('https://*.taxi.example/**', `https://a.taxi.example/${text}`),
  SAML: checkXmlShape,
  'SAML in one element': (text) => checkXmlShape(`<a b="${text}">`),
  Authorization: (text) => bearerToken(new Headers({ authorization: `Bearer ${headerText(text)}` })),
  'X-Forwarded-For': (text) => forwardedAddress('127.0.0.1', text, proxies),
  'object key': checkKey,
  'object path': (text) =>
    objectAddress(new Request(`http://a/storage/v1/object/imagenes/${encodeURIComponent(text)}`), '/object/'),
  'content type': (text) => checkContentType(text, null),
  multipart: (text) => readParts(Buffer.from(text), 'multipart/form-data; boundary=x'),
  'boundary of multipart': (text) => readParts(Buffer.from('--x'), `multipart/form-data; boundary=${text}`),
  'realtime text frame': (text) => frame(text, false),
  'realtime frame of JSON': (text) => frame(`["1","1","t","e",${JSON.stringify(text)}]`, false),
  'realtime binary frame': (text) => frame(text, true),
  'realtime filter': parseFilter,
  'realtime list filter': (text) => parseFilter(`name=in.(${text}`),
  'realtime join': (text) => readJoinPayload({ config: { presence: { key: text } }, access_token: text }),
};

test.each(Object.entries(parsers))('V7: %s is parsed in linear time, whatever is repeated', (name, parse) => {
  expectLinearForAll(name, parse);
});

test('V7: what is too long is refused, not worked through', () => {
  expect(isEmail(`${'a'.repeat(300)}@taxi.example`)).toBe(false);
  expect(() => parseFilter(`name=eq.${'a'.repeat(1000)}`)).toThrow();
  expect(() => checkKey('a'.repeat(1025))).toThrow();
});
