import { onTestFinished } from 'vitest';

const runner = '__vitest_browser_runner__';

/** Lets frames import modules until the test ends: the test runner rewrites every `import()` to a call of its own object. */
export function startFrames(): void {
  const observer = new MutationObserver(() => {
    for (const { contentWindow } of document.querySelectorAll('iframe'))
      if (contentWindow) Object.assign(contentWindow, { [runner]: Reflect.get(window, runner) });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
}
