import type { Backend } from '../_shared/backend.ts';
import { httpError, invalid } from '../_shared/errors.ts';
import { pathBehind, readObject, reply, respond } from '../_shared/http.ts';
import { networkOf } from './network.ts';

const maxLength = 100;

function textOf(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '' || value.length > maxLength || value.includes('\0'))
    throw invalid(field);
  return value;
}

async function route(request: Request, backend: Backend): Promise<Response> {
  if (pathBehind('tablet-setup', new URL(request.url)).length > 0) throw httpError('not_found');
  if (request.method !== 'POST') throw httpError('method_not_allowed');
  const counted = await backend.rest('/rpc/count_device_try', {
    method: 'POST',
    body: { network: networkOf(request) },
  });
  if ((await counted.json()) !== true) throw httpError('over_request_rate_limit');
  const { token, device_id: device, key } = await readObject(request);
  const redeemed = await backend.rest('/rpc/redeem_device_link', {
    method: 'POST',
    body: { token: textOf(token, 'token'), device: textOf(device, 'device_id'), key: textOf(key, 'key') },
  });
  const { email } = (await redeemed.json()) as { email: string };
  const response = await backend.auth('/generate_link', {
    method: 'POST',
    // Our server takes the session for no proof of the driver; a hosted project ignores the mark.
    body: { type: 'magiclink', email, for_device: true },
  });
  const { hashed_token: hash, verification_type: type } = (await response.json()) as Record<string, unknown>;
  return reply(200, { token_hash: hash, type });
}

/**
 * Sets a device up without typing. POST `{token, device_id, key}` uses up the token of a link that an administrator made
 * (`create_device_link` of the database) and gives `{token_hash, type}`, with which the device signs in as the driver at
 * auth/v1/verify: the session is the device's own, with its address and browser.
 */
export function handle(request: Request, backend: Backend): Promise<Response> {
  return respond('tablet-setup', request, () => route(request, backend));
}
