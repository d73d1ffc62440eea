import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { protocolSettings } from '../../config/protocol.ts';
import { protocolWarnings } from '../../config/protocol-warnings.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { withAuth } from '../../testing/auth/auth-config.ts';
import { send } from '../../testing/auth/auth.ts';
import { messagesTo } from '../../testing/outbox.ts';

interface Call {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A provider's API that records its requests. */
async function startProvider(
  status: number,
  answer: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    calls.push({ url: request.url ?? '', headers: request.headers, body: await text(request) });
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

function startApp(sms: Record<string, unknown>): Promise<TestApp> {
  return startTestApp({ config: withAuth({ sms: { enable_signup: true, max_frequency: '0s', ...sms } }) });
}

const phone = '56912345678';
const twilioKeys = { enabled: true, account_sid: 'AC42', message_service_sid: 'MG7', auth_token: 'geheim' };
const whatsappKeys = { enabled: true, phone_number_id: '42', access_token: 'geheim', template: 'otp' };

test('Twilio carries SMS and WhatsApp', async () => {
  await using provider = await startProvider(201, { sid: 'SM1' });
  const template = 'Code: {{ .Code }} / {{.Code}}';
  await using server = await startApp({ template, twilio: { ...twilioKeys, url: provider.url } });
  const answer = await send(server, '/otp', { body: { phone } });
  expect([answer.status, answer.body]).toEqual([200, { message_id: 'SM1' }]);
  await send(server, '/otp', { body: { phone, channel: 'whatsapp' } });

  const [first, second] = provider.calls;
  expect(first!.url).toBe('/2010-04-01/Accounts/AC42/Messages.json');
  expect(first!.headers.authorization).toBe(`Basic ${btoa('AC42:geheim')}`);
  expect(Object.fromEntries(new URLSearchParams(first!.body))).toEqual({
    To: '+56912345678',
    Channel: 'sms',
    MessagingServiceSid: 'MG7',
    Body: expect.stringMatching(/^Code: (\d{6}) \/ \1$/),
  });
  expect(new URLSearchParams(second!.body).get('To')).toBe('whatsapp:+56912345678');
  expect((await send(server, '/settings')).body).toMatchObject({
    sms_provider: 'twilio',
    external: { phone: true },
  });
  expect(await messagesTo(server, phone)).toEqual([]);
});

test('WhatsApp gets the code in an approved template, in the recipient’s language', async () => {
  await using provider = await startProvider(200, { messages: [{ id: 'wamid.1' }] });
  await using server = await startApp({ whatsapp: { ...whatsappKeys, url: provider.url } });
  const body = { phone, channel: 'whatsapp', data: { language: 'pt' } };
  expect((await send(server, '/otp', { body })).body).toEqual({ message_id: 'wamid.1' });

  const [call] = provider.calls;
  expect([call!.url, call!.headers.authorization]).toEqual(['/42/messages', 'Bearer geheim']);
  const message = JSON.parse(call!.body) as {
    template: { components: { parameters: { text: string }[] }[] };
  };
  expect(message).toMatchObject({
    messaging_product: 'whatsapp',
    to: phone,
    type: 'template',
    template: { name: 'otp', language: { code: 'pt_BR' } },
  });
  const token = message.template.components[0]!.parameters[0]!.text;
  const verified = await send(server, '/verify', { body: { type: 'sms', phone, token } });
  expect(verified.status).toBe(200);

  const bySms = await send(server, '/otp', { body: { phone } });
  expect([bySms.status, bySms.body['error_code']]).toEqual([400, 'validation_failed']);
});

test.each([302, 307, 308])('number and code do not follow a redirect with status %d', async (status) => {
  await using other = await startProvider(201, { sid: 'SM1' });
  await using provider = await startProvider(status, {}, { location: `${other.url}/stolen` });
  await using server = await startApp({ twilio: { ...twilioKeys, url: provider.url } });
  expect((await send(server, '/otp', { body: { phone } })).status).toBeGreaterThanOrEqual(400);
  expect([provider.calls.length, other.calls]).toEqual([1, []]);
});

test('reports a provider’s error without its text', async () => {
  await using provider = await startProvider(401, { message: 'Authenticate', secret: 'geheim' });
  await using server = await startApp({ twilio: { ...twilioKeys, url: provider.url } });
  const { status, body } = await send(server, '/otp', { body: { phone } });
  expect([status, body]).toEqual([
    422,
    { code: 422, error_code: 'sms_send_failed', msg: 'The message could not be sent' },
  ]);
});

test('sends at most the configured number of messages per hour', async () => {
  await using provider = await startProvider(201, { sid: 'SM1' });
  await using server = await startTestApp({
    config: withAuth({
      sms: { enable_signup: true, max_frequency: '0s', twilio: { ...twilioKeys, url: provider.url } },
      rate_limit: { sms_sent: 2 },
    }),
  });
  const statuses: number[] = [];
  for (let count = 0; count < 3; count += 1)
    statuses.push((await send(server, '/otp', { body: { phone } })).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect(provider.calls).toHaveLength(2);
});

test.each([
  ['twilio', { ...twilioKeys, auth_token: '' }],
  ['twilio', { ...twilioKeys, auth_token: 'env(TWILIO_TOKEN)' }],
  ['whatsapp', { ...whatsappKeys, template: '' }],
] as const)('%s with a setting that is missing counts as switched off, with a warning', (name, keys) => {
  const asked = { auth: { sms: { [name]: keys } } };
  const settings = protocolSettings(asked);
  expect(settings.auth.sms[name].enabled).toBe(false);
  expect(protocolWarnings(asked, settings)).toEqual([
    expect.stringContaining(`[auth.sms.${name}] is enabled, but one of its settings`),
  ]);
});
