import { markFirst } from '../util/firstScreen.ts';

// Part of the page's own script: without React.

const longNameChars = 22;

/** Whether a driver's name is set smaller. */
export function isLongName(name: string): boolean {
  return name.length > longNameChars;
}

/** Shows the driver's name in the first picture (`index.html`), unless the app has replaced it. */
export function showFirstName(name: string): void {
  const heading = document.querySelector<HTMLElement>('.first-name');
  const row = heading?.closest<HTMLElement>('[hidden]');
  if (!heading || !row) return;
  heading.textContent = name;
  row.hidden = false;
  if (isLongName(name)) heading.dataset['long'] = '';
  markFirst('driver');
}
