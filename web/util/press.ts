/** After a finger has left the glass, the browser may take this long to send its click. In milliseconds. */
const clickMs = 100;

const waiting: (() => void)[] = [];
let isPressed = false;
let ending: ReturnType<typeof setTimeout> | undefined;

function end(): void {
  clearTimeout(ending);
  isPressed = false;
  for (const work of waiting.splice(0)) work();
}

function endIn(ms: number): void {
  clearTimeout(ending);
  ending = setTimeout(end, ms);
}

addEventListener(
  'pointerdown',
  ({ isPrimary, button }) => {
    if (!isPrimary || button !== 0) return;
    clearTimeout(ending);
    isPressed = true;
  },
  true,
);
addEventListener('pointerup', () => endIn(clickMs), true);
// The handlers of the click run first.
addEventListener('click', () => endIn(0), true);
// The finger scrolls, or the window was left with the button down.
for (const type of ['pointercancel', 'blur']) addEventListener(type, end);

/**
 * Runs work at once, or after the press that is under way and its click: what is drawn anew between finger down and finger up
 * has no click, because the browser sends it to what stands below both.
 */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}
