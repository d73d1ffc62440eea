import { nextFrame } from './nextFrame.ts';

/** Selects every tab below a node, and with each those inside it. Yields once for each, once where there are none. */
export async function* allTabs(root: ParentNode): AsyncGenerator<void> {
  const list = root.querySelector('dialog [role=tablist]');
  if (!list) {
    yield;
    return;
  }
  for (let index = 0; index < list.children.length; index += 1) {
    const tab = list.children[index] as HTMLElement;
    tab.click();
    await nextFrame();
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
    if (panel) yield* allTabs(panel);
  }
}
