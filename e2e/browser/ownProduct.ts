import { test as base } from '@playwright/test';
import { freePort } from '../../backend/testing/processes.ts';
import { startProduct, type Product } from './product.ts';

/**
 * Journeys on a product of their own, which they may kill and change; a worker keeps it for all of them. Each trip may be
 * rated at once, so that they can go on. `limit`: how many ratings of a driver an hour takes.
 */
export const test = base.extend<object, { readonly limit: string; readonly product: Product }>({
  limit: ['10', { option: true, scope: 'worker' }],
  product: [
    async ({ limit }, provide) => {
      await using product = await startProduct({
        port: await freePort(),
        environment: {
          NIGHT_HOURS: 'off',
          RATING_REST_MINUTES: '0',
          REVIEWS_PER_HOUR: limit,
          WHATSAPP_NUMBER: '+56 9 8765 4321',
        },
        configure: (config) => config.replace(/^(sign_in_sign_ups|token_refresh)\s*=.*$/gm, '$1 = 100000'),
      });
      await provide(product);
    },
    { scope: 'worker' },
  ],
  baseURL: ({ product }, provide) => provide(product.address),
});
