import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config, Smtp } from '../../config/config.ts';
import { createBackground } from '../background.ts';
import { renderMail, type MailMessage } from './template.ts';
import { createOutbox } from '../outbox.ts';

/** Sends mail by SMTP, or into the outbox of the data folder when no mail server is configured. */
export interface Mail extends AsyncDisposable {
  /**
   * Composes and sends a mail in the background; `compose` may decide to send none. A failure is logged.
   * @returns false when too many mails are under way: nothing was started
   */
  post(compose: () => Promise<MailMessage | undefined>): boolean;
  /** Resolves when every posted mail was sent or has failed. */
  settled(): Promise<void>;
}

interface Envelope {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Asks mail servers and automatic replies not to respond (RFC 3834). */
  readonly headers: { readonly 'Auto-Submitted': 'auto-generated' };
}

interface Transport extends AsyncDisposable {
  /** Called when a mail is posted, so that files keep that order; returns the function that sends the composed mail. */
  prepare(): (kind: string, envelope: Envelope) => Promise<void>;
}

const timeout = 10_000;

function smtpTransport(smtp: Smtp): Transport {
  const transport = createTransport({
    pool: true,
    maxConnections: 3,
    host: smtp.host,
    port: smtp.port,
    secure: smtp.port === 465,
    ...(smtp.user !== '' && { auth: { user: smtp.user, pass: smtp.pass } }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  });
  return {
    prepare: () => async (_kind, envelope) => {
      await transport.sendMail(envelope);
    },
    async [Symbol.asyncDispose]() {
      transport.close();
    },
  };
}

function outboxTransport(folder: string): Transport {
  const outbox = createOutbox(folder);
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    prepare() {
      const place = outbox.takePlace();
      return async (kind, envelope) => {
        const { message } = await composer.sendMail(envelope);
        await outbox.put(`${kind}.eml`, message as Buffer, place);
      };
    },
    async [Symbol.asyncDispose]() {},
  };
}

export function createMail(config: Pick<Config, 'smtp' | 'dataDir'>, brand: string, log: Logger): Mail {
  const transport = config.smtp
    ? smtpTransport(config.smtp)
    : outboxTransport(join(config.dataDir, 'outbox'));
  const background = createBackground(log, 'could not send a mail');
  const address = config.smtp?.sender ?? 'no-reply@localhost';
  return {
    post(compose) {
      const send = transport.prepare();
      return background.run(async () => {
        const message = await compose();
        if (!message) return;
        await send(message.kind, {
          from: { name: brand, address },
          to: { name: '', address: message.to },
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...renderMail(message, brand),
        });
      });
    },
    settled: background.settled,
    async [Symbol.asyncDispose]() {
      await background[Symbol.asyncDispose]();
      await transport[Symbol.asyncDispose]();
    },
  };
}
