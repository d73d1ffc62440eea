import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config, Smtp } from '../../config/config.ts';
import { renderMail, renderNotice, type MailMessage, type Notice, type RenderedMail } from './template.ts';
import { createOutbox } from '../outbox.ts';

/** Sends mail by SMTP, or into the outbox of the data folder when no mail server is configured. */
export interface Mail extends AsyncDisposable {
  /**
   * Composes and sends a mail in the background; `compose` may decide to send none. A failure is logged.
   * @returns false when too many mails are under way: nothing was started
   */
  post(compose: () => Promise<MailMessage | undefined>): boolean;
  /** Sends a mail whose texts the caller has. @throws Error of the mail server, or when nothing can carry it */
  sendNotice(notice: Notice): Promise<void>;
  /** Resolves when every posted mail was sent or has failed. */
  settled(): Promise<void>;
}

/** 5xx responses with which a server asks for a sign-in (RFC 4954), at whatever command it notices that. */
const signInCodes: readonly unknown[] = [530, 534, 535, 538];

/**
 * Whether the mail server refused the recipient or the mail for good, so that a retry would fail too. Refusals of a sign-in
 * or of the sender are not: the operator mends them, and mails wait for that.
 * @param error that a send rejected with, or one that it caused
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The fields of nodemailer's errors. `permanent` is true for 5xx.
  const { permanent, command, responseCode }: Readonly<Record<string, unknown>> = { ...error };
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA';
  return (
    (permanent === true && isOfThisMail && !signInCodes.includes(responseCode)) ||
    isRefusedForGood(error.cause)
  );
}

interface Transport extends AsyncDisposable {
  /** Called when a mail is posted, so that files keep that order; returns the function that sends the composed mail. */
  prepare(): (kind: string, mail: SendMailOptions) => Promise<void>;
}

const transportTimeoutMs = 10_000;
const maxJobs = 200;
/** A shutdown waits this long for unfinished jobs. */
const shutdownTimeoutMs = 5000;

/** Loads nodemailer at the first mail: it takes 9 MiB. */
const loadNodemailer = () => import('nodemailer');

async function connectSmtp(smtp: Smtp) {
  const { createTransport } = await loadNodemailer();
  return createTransport({
    pool: true,
    maxConnections: 3,
    host: smtp.host,
    port: smtp.port,
    secure: smtp.port === 465,
    ...(smtp.user !== '' && { auth: { user: smtp.user, pass: smtp.pass } }),
    connectionTimeout: transportTimeoutMs,
    greetingTimeout: transportTimeoutMs,
    socketTimeout: transportTimeoutMs,
  });
}

function smtpTransport(smtp: Smtp): Transport {
  let connected: ReturnType<typeof connectSmtp> | undefined;
  return {
    prepare: () => async (_kind, mail) => {
      await (await (connected ??= connectSmtp(smtp))).sendMail(mail);
    },
    async [Symbol.asyncDispose]() {
      (await connected)?.close();
    },
  };
}

function outboxTransport(folder: string): Transport {
  const outbox = createOutbox(folder);
  return {
    prepare() {
      const place = outbox.takePlace();
      return async (kind, mail) => {
        const { createTransport } = await loadNodemailer();
        const composer = createTransport({ streamTransport: true, buffer: true });
        const { message } = await composer.sendMail(mail);
        await outbox.put(`${kind}.eml`, message as Buffer, place);
      };
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** Mails that nothing can carry and no folder can keep: each fails, and the log says so. */
const noTransport: Transport = {
  prepare: () => async () => {
    throw new Error('there is neither SMTP_HOST nor a data folder');
  },
  async [Symbol.asyncDispose]() {},
};

function createTransportFor({ smtp, dataDir }: Pick<Config, 'smtp' | 'dataDir'>): Transport {
  if (smtp) return smtpTransport(smtp);
  return dataDir === undefined ? noTransport : outboxTransport(join(dataDir, 'outbox'));
}

/** Runs jobs that no response waits for: their duration and failure would tell strangers who has an account. */
function createBackground(log: Logger) {
  const jobs = new Set<Promise<void>>();
  const settled = async (): Promise<void> => {
    while (jobs.size > 0) await Promise.all(jobs);
  };
  return {
    settled,
    /** Starts a job and logs its failure. @returns false when too many are under way */
    run(job: () => Promise<void>): boolean {
      if (jobs.size >= maxJobs) return false;
      const running: Promise<void> = job()
        .catch((error: Error) => log.error({ err: error }, 'could not send a mail'))
        .finally(() => jobs.delete(running));
      jobs.add(running);
      return true;
    },
    async close(): Promise<void> {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, shutdownTimeoutMs);
      await Promise.race([settled(), late.promise]);
      clearTimeout(timer);
    },
  };
}

/** @param onSent called with the error of each mail that could not be sent, and without one for each that was */
export function createMail(
  config: Pick<Config, 'smtp' | 'dataDir'>,
  brand: string,
  log: Logger,
  onSent: (error?: unknown) => void = () => undefined,
): Mail {
  const transport = createTransportFor(config);
  const { run, settled, close } = createBackground(log);
  const address = config.smtp?.sender ?? 'no-reply@localhost';
  const compose = (to: string, rendered: RenderedMail): SendMailOptions => ({
    from: { name: brand, address },
    to: { name: '', address: to },
    // Asks mail servers and automatic replies not to respond (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...rendered,
  });
  /** `transport.prepare`, whose mails `onSent` learns of. */
  const prepare: Transport['prepare'] = () => {
    const send = transport.prepare();
    return async (kind, mail) => {
      try {
        await send(kind, mail);
      } catch (error) {
        onSent(error);
        throw error;
      }
      onSent();
    };
  };
  return {
    post(makeMessage) {
      const send = prepare();
      return run(async () => {
        const message = await makeMessage();
        if (message) await send(message.kind, compose(message.to, renderMail(message, brand)));
      });
    },
    async sendNotice(notice) {
      await prepare()(notice.kind, compose(notice.to, renderNotice(notice, brand)));
    },
    settled,
    async [Symbol.asyncDispose]() {
      await close();
      await transport[Symbol.asyncDispose]();
    },
  };
}
