import { once } from 'node:events';
import { chromium, type Browser } from '@playwright/test';
import WebSocket, { WebSocketServer } from 'ws';
import { freePort } from '../../../backend/testing/processes.ts';
import { launchChromium } from '../failover/browser.ts';

/** A message to the browser; what switches the recorder of requests on is told to keep no body. */
function withoutRecorder(message: string): string {
  const command = JSON.parse(message) as { readonly method: string; readonly params?: object };
  if (command.method !== 'Network.enable') return message;
  const params = { ...command.params, maxTotalBufferSize: 0, maxResourceBufferSize: 0 };
  return JSON.stringify({ ...command, params });
}

/**
 * Chromium under Playwright, but without the recorder that Playwright switches on: it keeps the body of every response in
 * the process of the page, up to 200 MB of them, as if the app held them. Its limits go with the command that starts it,
 * which Playwright gives none, so the commands pass through here.
 *
 * Source: https://chromedevtools.github.io/devtools-protocol/tot/Network/#method-enable
 */
export async function launchUnrecorded(
  stack: AsyncDisposableStack,
  flags: readonly string[],
): Promise<Browser> {
  const port = await freePort();
  await launchChromium(stack, [...flags, `--remote-debugging-port=${port}`]);
  const version = await fetch(`http://127.0.0.1:${port}/json/version`);
  const { webSocketDebuggerUrl } = (await version.json()) as { readonly webSocketDebuggerUrl: string };
  const commands = new WebSocket(webSocketDebuggerUrl);
  await once(commands, 'open');

  const relayPort = await freePort();
  const relay = new WebSocketServer({ host: '127.0.0.1', port: relayPort });
  stack.defer(() => relay.close());
  relay.once('connection', (playwright) => {
    playwright.on('message', (message) => commands.send(withoutRecorder(String(message))));
    commands.on('message', (message) => playwright.send(String(message)));
  });
  return chromium.connectOverCDP(`ws://127.0.0.1:${relayPort}`);
}
