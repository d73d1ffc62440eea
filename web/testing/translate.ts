import { expect, onTestFinished, vi } from 'vitest';

function translateNode(text: Text): void {
  if (
    !text.isConnected ||
    text.data.trim() === '' ||
    text.parentElement?.closest('font, script, style, textarea')
  )
    return;
  const outer = document.createElement('font');
  outer.appendChild(document.createElement('font')).textContent = text.data;
  text.replaceWith(outer);
}

function translateAll(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) translateNode(text);
}

/**
 * Does to the page, and to all that appears on it until the test ends, what the translator of Chrome does.
 * @param onChange when something has appeared, changed or gone
 */
export function translatePage(onChange: () => void = () => undefined): void {
  translateAll(document.body);
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      for (const node of type === 'childList' ? addedNodes : [target])
        if (node instanceof Text) translateNode(node);
        else translateAll(node);
    onChange();
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => observer.disconnect());
}

type Control = HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Further rows of a table are like its first ones. */
const selector = ['button', 'input:not([type=file])', 'select', 'textarea']
  .map((each) => `${each}:enabled:not(tr:nth-child(n + 3) *)`)
  .join();

const nameOf = (control: Control): string =>
  control.getAttribute('aria-label') ?? (control.textContent.trim() || control.name || control.id);

/** Buttons after which the other controls of a dialog or a form are gone. */
const isClosing = (control: Control): boolean => /^(×|Cerrar|Cancelar|Volver)/.test(nameOf(control));

/** Types as a person does: the field knows every value, and is left. */
function type(field: Control, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!;
  field.focus();
  set!.call(field, value);
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
  field.blur();
}

/** Presses a control, chooses its last option or types into it; the second time its first option, or nothing. */
function play(control: Control, isFirst: boolean): void {
  if (control instanceof HTMLButtonElement || /^(checkbox|radio)$/.test(control.type)) control.click();
  else if (control instanceof HTMLSelectElement)
    type(control, control.options[isFirst ? control.options.length - 1 : 0]?.value ?? '');
  else type(control, isFirst ? 'x' : '');
}

/** The next control of a page or a dialog that was not played twice, and its name there. */
function nextControl(area: Element, times: ReadonlyMap<string, number>) {
  const title = area.querySelector('h1, h2')?.textContent ?? '';
  const rank = (key: string, control: Control) => (isClosing(control) ? 2 : 0) + (times.get(key) ?? 0);
  return Array.from(area.querySelectorAll<Control>(selector))
    .map((control) => ({ control, key: `${title}/${control.type}/${nameOf(control)}` }))
    .filter(({ key }) => (times.get(key) ?? 0) < 2)
    .toSorted((a, b) => rank(a.key, a.control) - rank(b.key, b.control))
    .find(({ control }) => control.checkVisibility());
}

/** React draws a press before the browser does anything else. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Something more may appear for so long after the last change: parts load late, and longer where the page says so. */
const quietMs = () => (document.querySelector('output .animate-spin') ? 2_000 : 150);

/**
 * Translates the page, presses each of its buttons twice and fills each field in wrongly and not at all, in the dialogs that
 * open too. React must be able to take and to insert each node.
 * @param within selects the part of the page outside of dialogs
 * @param maxPlays of all controls together
 */
export async function playTranslated(within = 'body', maxPlays = 80): Promise<void> {
  const errors: unknown[] = [];
  const reported = vi.spyOn(console, 'error').mockImplementation((...said) => void errors.push(...said));
  // React throws where no boundary is around.
  const uncaught = ({ error }: ErrorEvent) => void errors.push(error);
  window.addEventListener('error', uncaught);
  onTestFinished(() => {
    reported.mockRestore();
    window.removeEventListener('error', uncaught);
  });
  let changedAt = performance.now();
  translatePage(() => {
    changedAt = performance.now();
  });
  const times = new Map<string, number>();
  const closed = new Set<Element>();
  const dialogOf = () =>
    Array.from(document.querySelectorAll('dialog[open]'))
      .filter((each) => !closed.has(each))
      .at(-1);
  const areaOf = () => dialogOf() ?? document.querySelector(within)!;
  const isQuiet = () => performance.now() - changedAt >= quietMs();
  /** The next control; one that closes, or none, where nothing else appears. */
  const awaitControl = async () => {
    for (;;) {
      const seenAt = changedAt;
      const next = nextControl(areaOf(), times);
      if (isQuiet() || (next && !isClosing(next.control))) return next;
      const isSame = () => changedAt === seenAt;
      do await pause();
      while (isSame() && !isQuiet());
    }
  };
  const unmovable = () => errors.filter((each) => each instanceof DOMException).map(String);
  await vi.waitUntil(() => nextControl(areaOf(), times), { timeout: 10_000 });
  // A screen that broke would reload, and the test could not say why.
  for (let plays = 0; plays < maxPlays && unmovable().length === 0; plays += 1) {
    const next = await awaitControl();
    const dialog = dialogOf();
    if (!next && !dialog) break;
    if (next) {
      const before = times.get(next.key) ?? 0;
      times.set(next.key, before + 1);
      play(next.control, before === 0);
    } else if (dialog) {
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
      closed.add(dialog);
    }
    await pause();
  }
  expect(unmovable()).toEqual([]);
}
