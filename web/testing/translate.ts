import { onTestFinished } from 'vitest';

function translateNode(text: Text): void {
  if (text.data.trim() === '' || text.parentElement?.closest('font, script, style, textarea')) return;
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

/** Does to the page, and to all that appears on it until the test ends, what the translator of Chrome does. */
export function translatePage(): void {
  translateAll(document.body);
  const observer = new MutationObserver(() => translateAll(document.body));
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => observer.disconnect());
}
