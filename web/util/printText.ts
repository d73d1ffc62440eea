/** Prints a plain text on paper of its own, without the page around it. */
export function printText(title: string, text: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentDocument;
  const shown = frame.contentWindow;
  if (!page || !shown) return;
  page.title = title;
  const words = page.createElement('p');
  words.textContent = text;
  Object.assign(words.style, { whiteSpace: 'pre-wrap', font: '12pt/1.5 sans-serif' });
  page.body.append(words);
  shown.addEventListener('afterprint', () => frame.remove());
  shown.print();
}
