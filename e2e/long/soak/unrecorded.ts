import { once } from 'node:events';
import { chromium, type Browser } from '@playwright/test';
import WebSocket, { WebSocketServer } from 'ws';
import { freePort } from '../../../backend/testing/processes.ts';
import { launchChromium } from '../failover/browser.ts';

interface Command {
  readonly id: number;
  readonly method: string;
  readonly sessionId?: string;
}

/**
 * Chromium under Playwright, but without the recorder that Playwright switches on: it keeps each request, and up to 200 MB
 * of responses, in the process of the page, as if the app held them. The commands therefore pass through
 * here, and the one that starts it is answered without being sent. The page's responses are then not known to Playwright.
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
    playwright.on('message', (message) => {
      const { id, method, sessionId } = JSON.parse(String(message)) as Command;
      if (method === 'Network.enable') playwright.send(JSON.stringify({ id, sessionId, result: {} }));
      else commands.send(String(message));
    });
    commands.on('message', (message) => playwright.send(String(message)));
  });
  return chromium.connectOverCDP(`ws://127.0.0.1:${relayPort}`);
}
