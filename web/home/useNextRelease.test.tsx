import { expect, test, vi, onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { ContentProvider, useCompany } from '../content/ContentProvider.tsx';
import { askForRelease } from '../content/releaseUpdates.ts';
import { content, releaseOf } from '../testing/sampleContent.ts';
import { serveRelease } from '../testing/releases.ts';
import { renderIn } from '../testing/render.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useNextRelease } from './useNextRelease.ts';

const nothing = () => undefined;
let id = 1;

interface ScreenProps {
  readonly isNobodyThere?: boolean;
  readonly isReading?: boolean;
}

function Screen({ isNobodyThere = false, isReading = false }: ScreenProps) {
  useNextRelease(isNobodyThere, isReading);
  return (
    <>
      <h1>{useCompany().name}</h1>
      <Dialog open={isReading} onClose={nothing} title="Panel" closeLabel="Close">
        Panel
      </Dialog>
    </>
  );
}

/** The backend has a newer release, which is complete on this device when this resolves. */
async function publish(name: string): Promise<void> {
  id += 1;
  serveRelease({ ...releaseOf({ ...content, company: { ...content.company, name } }), id });
  await askForRelease(releaseOf(content));
}

const shown = () => document.querySelector('h1')?.textContent;

function useClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('while nobody is at the screen the next release is shown at once', async () => {
  await renderIn('es', <Screen isNobodyThere />);
  await publish('At once');
  await expect.element(page.getByRole('heading', { name: 'At once' })).toBeVisible();
});

test('a passenger is not disturbed: the next release waits until the screen has not been touched for a moment', async () => {
  await publish('Untouched');
  await renderIn('es', <p>loaded</p>);
  useClock();
  const rendering = renderIn('es', <Screen />);
  await vi.advanceTimersByTimeAsync(100);
  await rendering;
  await vi.advanceTimersByTimeAsync(2_000);
  window.dispatchEvent(new PointerEvent('pointerdown'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(shown()).toBe(content.company.name);
  // The screen may have read the release after part of that time.
  const shownLater = async () => {
    await vi.advanceTimersByTimeAsync(1_500);
    return shown();
  };
  await expect.poll(shownLater).toBe('Untouched');
});

test('in place of the built-in release the next one is shown at once, also under an open panel', async () => {
  await publish('In place of the built-in one');
  await render(
    <ContentProvider initial={{ ...releaseOf(content), id: 0, publishedAt: null }}>
      <Screen isReading />
    </ContentProvider>,
  );
  await expect.poll(shown).toBe('In place of the built-in one');
});

test('a dialog that shows nothing published, such as that of the shift, holds nothing up', async () => {
  await publish('Behind a dialog');
  await renderIn('es', <p>loaded</p>);
  useClock();
  const rendering = renderIn(
    'es',
    <>
      <Screen />
      <Dialog open onClose={nothing} title="Shift" closeLabel="Close">
        Shift
      </Dialog>
    </>,
  );
  await vi.advanceTimersByTimeAsync(100);
  const { unmount } = await rendering;
  const shownLater = async () => {
    await vi.advanceTimersByTimeAsync(1_500);
    return shown();
  };
  await expect.poll(shownLater).toBe('Behind a dialog');
  await unmount();
});

test('nothing changes under an open panel', async () => {
  await publish('Behind a panel');
  await renderIn('es', <p>loaded</p>);
  useClock();
  const rendering = renderIn('es', <Screen isReading />);
  await vi.advanceTimersByTimeAsync(100);
  const { unmount } = await rendering;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown()).toBe(content.company.name);
  await unmount();
});
