import { join } from 'node:path';
import { expect } from '@playwright/test';
import { readMessages, type Received } from '../../backend/testing/message.ts';
import { dataFolder } from './settings.ts';

/** The first letter that was sent to an address. Waits until it is there. `data` is the data folder of the server. */
export async function letterTo(address: string, data = dataFolder): Promise<Received> {
  const read = () => readMessages(join(data, 'outbox'), address);
  await expect.poll(async () => (await read()).length, `letters to ${address}`).toBeGreaterThan(0);
  return (await read())[0]!;
}
