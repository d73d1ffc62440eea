import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { parseDuration } from './util/durations.ts';
import { isEmail, normalizePhone } from './auth/store/addresses.ts';
import { collectCommonWords } from './auth/domain/passwords/common-passwords.ts';
import { checkPassword } from './auth/domain/passwords/policy.ts';
import { matchesPattern } from './auth/domain/flows/url-pattern.ts';
import { isRefreshToken } from './auth/domain/secrets/token-derivation.ts';
import { checkXmlShape } from './auth/domain/saml/untrusted-xml.ts';
import { protocolSettings } from './config/protocol.ts';
import { bearerToken } from './identity/caller.ts';
import { forwardedAddress } from './http/client-address.ts';
import { TrustedProxies } from './http/trusted-proxies.ts';
import { parseChangesFilter } from './realtime/changes/filter.ts';
import { decodeFrame } from './realtime/protocol/frames.ts';
import { readJoinPayload } from './realtime/protocol/join-payload.ts';
import { checkKey, objectAddress } from './storage/store/keys.ts';
import { checkContentType } from './storage/uploads/content-type.ts';
import { readParts } from './storage/uploads/multipart.ts';
import { expectLinearForAll } from './testing/linear.ts';

const network = new BlockList();
network.addAddress('127.0.0.1');
const proxies = new TrustedProxies(network, []);
const { auth: settings } = protocolSettings({ auth: { password_refuse_common: true } });
const commonWords = await collectCommonWords(['Walking Club']);
const headerText = (text: string): string => text.replaceAll(/[^ -~]/g, ' ');
const frame = (text: string, isBinary: boolean) => decodeFrame(Buffer.from(text), isBinary);

/** Parsers of untrusted input to auth, storage and realtime; `rest/parse` tests those of the data API. */
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  'e-mail address': isEmail,
  'phone number': normalizePhone,
  password: (text) => checkPassword(text, settings, commonWords),
  duration: parseDuration,
  'refresh token': isRefreshToken,
  'redirect address': (text) => matchesPattern('https://*.club.example/**', `https://a.club.example/${text}`),
  SAML: checkXmlShape,
  'SAML in one element': (text) => checkXmlShape(`<a b="${text}">`),
  Authorization: (text) => bearerToken(new Headers({ authorization: `Bearer ${headerText(text)}` })),
  'X-Forwarded-For': (text) => forwardedAddress('127.0.0.1', text, proxies),
  'object key': checkKey,
  'object path': (text) =>
    objectAddress(
      { method: 'GET', path: `/storage/v1/object/pictures/${encodeURIComponent(text)}` },
      '/object/',
    ),
  'content type': (text) => checkContentType(text, null),
  multipart: (text) => readParts(Buffer.from(text), 'multipart/form-data; boundary=x'),
  'boundary of multipart': (text) => readParts(Buffer.from('--x'), `multipart/form-data; boundary=${text}`),
  'realtime text frame': (text) => frame(text, false),
  'realtime frame of JSON': (text) => frame(`["1","1","t","e",${JSON.stringify(text)}]`, false),
  'realtime binary frame': (text) => frame(text, true),
  'realtime filter': parseChangesFilter,
  'realtime list filter': (text) => parseChangesFilter(`name=in.(${text}`),
  'realtime join': (text) => readJoinPayload({ config: { presence: { key: text } }, access_token: text }),
};

test.each(Object.entries(parsers))(
  'V7: parses %s in linear time, whatever is repeated',
  (name, parse) => {
    expectLinearForAll(name, parse);
    // It measures processor time, which takes long by the clock on a busy machine.
  },
  120_000,
);

test('V7: rejects input that is too long without parsing it', () => {
  expect(isEmail(`${'a'.repeat(300)}@club.example`)).toBe(false);
  expect(() => parseChangesFilter(`name=eq.${'a'.repeat(1000)}`)).toThrow();
  expect(() => checkKey('a'.repeat(1025))).toThrow();
});
