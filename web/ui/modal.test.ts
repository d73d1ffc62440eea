import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissModals, isModalOpen, lockScrolling, openModal } from './modal.ts';

class FakeElement extends EventTarget {
  readonly focus = vi.fn<() => void>();
}

class FakeDialog extends FakeElement {
  readonly showModal = vi.fn<() => void>();
  readonly close = vi.fn<() => void>();
}

const page = { documentElement: { dataset: {} }, activeElement: new FakeElement() };
const newDialog = () => new FakeDialog() as unknown as HTMLDialogElement;

beforeEach(() => {
  vi.stubGlobal('document', page);
  vi.stubGlobal('HTMLElement', FakeElement);
});
afterEach(() => vi.unstubAllGlobals());

test('a closed dialog gives the focus back to its opener', () => {
  const dialog = newDialog();
  const close = openModal(dialog);
  expect(dialog.showModal).toHaveBeenCalledOnce();
  close();
  expect(dialog.close).toHaveBeenCalledOnce();
  expect(page.activeElement.focus).toHaveBeenCalledOnce();
});

test.each([
  ['inner first', [1, 0]],
  ['outer first', [0, 1]],
])('the page stays locked until the last of two nested dialogs closes: %s', (_, order) => {
  const locks = [lockScrolling(), lockScrolling()];
  expect(page.documentElement.dataset).toEqual({ locked: '' });
  locks[order[0]!]!();
  expect(page.documentElement.dataset).toEqual({ locked: '' });
  locks[order[1]!]!();
  expect(page.documentElement.dataset).toEqual({});
});

test('every open dialog can be asked to close, and only those', () => {
  const [first, second, closed] = [newDialog(), newDialog(), newDialog()];
  const cancelled: unknown[] = [];
  const closing = [first, second, closed].map((dialog) => {
    dialog.addEventListener('cancel', () => cancelled.push(dialog));
    return openModal(dialog);
  });
  closing[2]!();
  dismissModals();
  expect(cancelled).toEqual([first, second]);
  expect(isModalOpen()).toBe(true);
  closing[0]!();
  closing[1]!();
  expect(isModalOpen()).toBe(false);
});
