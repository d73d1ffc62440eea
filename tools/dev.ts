import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createServer } from 'vite';
import { fillPage } from '../server/pages/page.ts';
import { loadSettings } from '../server/settings/settings.ts';
import { claimDemoFolder, isDemoFolder } from './demo/folder.ts';

const root = resolve(import.meta.dirname, '..');
const pagePort = 5173;

/** The server with the people of the demo; an installation that the environment names keeps its own. */
async function chooseServer(): Promise<string> {
  process.env['DATA_DIR'] ||= './demo-data';
  const folder = resolve(process.env['DATA_DIR']);
  if (process.env['DATABASE_URL'] || !(await isDemoFolder(folder))) return 'server/main.ts';
  // Before the settings are read, which puts keys into the folder.
  await claimDemoFolder(folder);
  return 'tools/demo.ts';
}

/** The backend, restarted when its source changes, and the web app with hot reload in front of it. */
async function main(): Promise<void> {
  const program = await chooseServer();
  const { config, page } = await loadSettings();
  const backend = spawn(process.execPath, ['--watch', program], { cwd: root, stdio: 'inherit' });
  const backendEnd = once(backend, 'exit');
  const target = `http://127.0.0.1:${config.port}`;
  const paths = ['/auth/v1', '/rest/v1', '/storage/v1', '/functions/v1', '/realtime/v1', '/health'];
  const vite = await createServer({
    configFile: resolve(root, 'vite.config.ts'),
    plugins: [{ name: 'settings', transformIndexHtml: (html) => fillPage(html, page) }],
    server: { port: pagePort, proxy: Object.fromEntries(paths.map((path) => [path, { target, ws: true }])) },
  });
  // Vite would exit at SIGTERM. We outlive the backend, which stops its database.
  process.removeAllListeners('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void backend.kill('SIGTERM'));
  await vite.listen();
  vite.printUrls();
  await backendEnd;
  await vite.close();
}

await main();
