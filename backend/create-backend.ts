import type { Server } from 'node:http';
import { createApp, type App } from './app.ts';
import type { Config } from './config/config.ts';
import { createContext, type Overrides } from './create-context.ts';
import { attachRealtime, type RealtimeAttachment } from './realtime/index.ts';
import { scheduleRetention } from './retention/schedule.ts';
import type { Context } from './service/context.ts';
import type { BackendOptions } from './service/options.ts';
import { scheduleSweep } from './storage/store/sweep.ts';

/** The API of one project over its database (`db`: as its owner, past the API). Disposing it stops the database too. */
export interface Backend extends AsyncDisposable, App, Pick<Context, 'config' | 'options' | 'db' | 'log'> {
  /** Accepts websockets of `/realtime/v1` on a listening server. Dispose the attachment before you close the server. */
  attachRealtime(server: Server): Promise<RealtimeAttachment>;
}

/**
 * Takes the data folder, starts or reaches the database, migrates it and runs the services of a project, without a port.
 * @throws errors of `createContext`, whose messages are written for the operator
 */
export async function createBackend(
  config: Config,
  options: BackendOptions = {},
  overrides: Overrides = {},
): Promise<Backend> {
  await using stack = new AsyncDisposableStack();
  const context = stack.use(await createContext(config, options, overrides));
  const app = await createApp(context);
  stack.use(scheduleRetention(context));
  stack.use(scheduleSweep(context));
  const resources = stack.move();
  return {
    config,
    options: context.options,
    db: context.db,
    log: context.log,
    ...app,
    attachRealtime: (server) => attachRealtime(server, context),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
