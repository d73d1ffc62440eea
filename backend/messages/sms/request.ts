import { SmsError } from './provider.ts';

const timeout = 10_000;
const maxDetail = 300;

/**
 * Posts to a provider and gives the JSON of its response.
 * @throws SmsError when the provider is unreachable or responds with an error
 */
export async function postToProvider(url: string, init: RequestInit): Promise<unknown> {
  try {
    const response = await fetch(url, { ...init, method: 'POST', signal: AbortSignal.timeout(timeout) });
    const text = await response.text();
    if (!response.ok) throw new SmsError(`HTTP ${response.status}: ${text.slice(0, maxDetail)}`);
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SmsError) throw error;
    throw new SmsError((error as Error).message, { cause: error });
  }
}
