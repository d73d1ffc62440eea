import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { loadNamespace } from '../i18n/namespaces.ts';
import { openPanel } from '../testing/panels.tsx';

interface Voice {
  readonly lang: string;
  readonly localService?: boolean;
}

/** A device with these voices, and what it was asked to read. */
function deviceWith(...voices: readonly Voice[]): SpeechSynthesisUtterance[] {
  const read: SpeechSynthesisUtterance[] = [];
  const all = voices.map((voice) => ({ localService: true, ...voice }) as SpeechSynthesisVoice);
  vi.spyOn(speechSynthesis, 'getVoices').mockReturnValue(all);
  vi.spyOn(speechSynthesis, 'speak').mockImplementation((utterance) => void read.push(utterance));
  // The browser takes no voice that is not its own.
  const assigned = vi.spyOn(SpeechSynthesisUtterance.prototype, 'voice', 'set').mockReturnValue();
  onTestFinished(() => {
    vi.restoreAllMocks();
    assigned.mockRestore();
  });
  return read;
}

const dialog = page.getByRole('dialog');

test('a sentence is read aloud in Spanish, in the accent nearest to Chile, at a press and not before', async () => {
  const read = deviceWith({ lang: 'en-US' }, { lang: 'es-ES' }, { lang: 'es_US' });
  const { sentences, listen } = await loadNamespace('phrases', 'de');
  await openPanel('talk', 'de');
  await dialog.getByRole('button', { name: sentences.slower }).click();
  const button = dialog.getByRole('button', { name: listen });
  await expect.element(button).toBeVisible();
  expect(read).toEqual([]);
  await userEvent.click(button);
  expect(read.map(({ text, lang }) => [text, lang])).toEqual([
    ['¿Podría manejar más despacio, por favor?', 'es_US'],
  ]);
});

test.each<readonly [string, readonly Voice[]]>([
  ['no Spanish voice', [{ lang: 'en-US' }, { lang: 'est-EE' }]],
  ['a Spanish voice in the network only', [{ lang: 'es-CL', localService: false }]],
])('a device with %s offers nothing', async (_, voices) => {
  deviceWith(...voices);
  const { sentences, listen, back } = await loadNamespace('phrases', 'es');
  await openPanel('talk', 'es');
  await dialog.getByRole('button', { name: sentences.slower }).click();
  await expect.element(dialog.getByRole('button', { name: back })).toBeVisible();
  expect(dialog.getByRole('button', { name: listen }).elements()).toEqual([]);
});
