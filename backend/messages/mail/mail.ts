import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config, Smtp } from '../../config/config.ts';
import { createBackground } from './background.ts';
import { renderMail, type MailMessage } from './letter.ts';
import { createOutbox } from './outbox.ts';

/** Mail to people: by SMTP, or into the outbox of the data folder. */
export interface Mail extends AsyncDisposable {
  /**
   * Finds out in the background what is to be said, if anything, and sends it. A failure is logged.
   * @returns false when too many mails are under way already: nothing was started
   */
  post(compose: () => Promise<MailMessage | undefined>): boolean;
  /** When all that was posted has been sent, or has failed. */
  settled(): Promise<void>;
}

interface Envelope {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Asks mail servers and holiday replies not to answer (RFC 3834). */
  readonly headers: { readonly 'Auto-Submitted': 'auto-generated' };
}

interface Transport extends AsyncDisposable {
  /** Called when a mail is posted; gives what sends it once it is composed. */
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

export function createMail(config: Config, log: Logger): Mail {
  const transport = config.smtp
    ? smtpTransport(config.smtp)
    : outboxTransport(join(config.dataDir, 'outbox'));
  const background = createBackground(log, 'a mail could not be sent');
  const brand = config.brandName;
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
