import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { renderIn } from '../testing/render.tsx';
import { newUuid } from '../util/uuid.ts';
import { announceOutbox } from './channel.ts';
import { changeEntry, storedEntries, storeEntry } from './store.ts';
import { storeTap } from './storeOrSend.ts';
import { UnsentEntries } from './UnsentEntries.tsx';

test.for(languages)(
  'a driver who signs out learns how many ratings and taps wait, as they change (%s)',
  async (language) => {
    const driverId = newUuid();
    onTestFinished(async () => {
      for (const { key } of await storedEntries(driverId)) await changeEntry(key, () => undefined);
    });
    const { rating: t } = await loadNamespace('panels', language);
    await renderIn(
      language,
      <main>
        <UnsentEntries driverId={driverId} />
      </main>,
      ['panels'],
    );
    await storeEntry({ key: newUuid(), driverId, stars: 5, givenAt: Date.now() });
    const tap = { tripId: newUuid(), assignment: 1, kind: 'on_way', details: {} } as const;
    const keys = [newUuid(), newUuid()];
    for (const key of keys) await storeTap({ key, driverId, givenAt: Date.now(), tap });
    await expect.element(page.getByText(t.unsent(1))).toBeVisible();
    await expect.element(page.getByText(t.unsentTaps(2))).toBeVisible();
    for (const key of keys) await changeEntry(key, () => undefined);
    announceOutbox('settled');
    await expect.element(page.getByText(t.unsentTaps(2))).not.toBeInTheDocument();
    await expect.element(page.getByText(t.unsent(1))).toBeVisible();
  },
);
