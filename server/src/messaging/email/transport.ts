/** One pool of connections to each relay in a process, made anew when its settings were saved. */
import type { Readable } from 'node:stream';
import type nodemailer from 'nodemailer';
import type { AppContext } from '../../foundation/app-context.ts';
import { type MailRelay, passwordOf } from './relay.ts';

export interface RelayTransport {
  readonly transporter: ReturnType<typeof createTransporter>;
  /** Whether the relay asked for the message of this id: from then on it may have it. */
  readonly isDataBegun: (messageId: string) => boolean;
  readonly forget: (messageId: string) => void;
}

interface Kept extends RelayTransport {
  readonly version: number;
}

const transports = new WeakMap<AppContext['db'], Map<number, Kept>>();

export async function transportOf(ctx: AppContext, relay: MailRelay): Promise<RelayTransport> {
  // Comes with the first message: an idle panel is smaller without it.
  const { default: library } = await import('nodemailer');
  const ofContext = transports.get(ctx.db) ?? new Map<number, Kept>();
  transports.set(ctx.db, ofContext);
  const known = ofContext.get(relay.id);
  if (known?.version === relay.version) return known;
  known?.transporter.close();
  const made = { ...openTransport(library, ctx, relay), version: relay.version };
  ofContext.set(relay.id, made);
  return made;
}

/** nodemailer itself waits for two minutes, which is longer than a delivery may take. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 40_000,
};

const createTransporter = (library: typeof nodemailer, ctx: AppContext, relay: MailRelay) =>
  library.createTransport({
    pool: true,
    host: relay.host,
    port: relay.port,
    secure: relay.security === 'tls',
    requireTLS: relay.security === 'starttls',
    ignoreTLS: relay.security === 'none',
    ...(relay.username ? { auth: { user: relay.username, pass: passwordOf(ctx, relay) } } : {}),
    ...timeouts,
    maxConnections: 4,
    maxMessages: 100,
    idleTimeout: 10_000,
    // Once, where a connection was found closed before anything of the message was sent on it.
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

function openTransport(
  library: typeof nodemailer,
  ctx: AppContext,
  relay: MailRelay,
): RelayTransport {
  const transporter = createTransporter(library, ctx, relay);
  const streams = new Map<string, Readable>();
  // The stream of a message is read when the relay has answered the command DATA, and not before.
  transporter.use('stream', ({ data, message }, done) => {
    const create = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const stream = create(options);
      streams.set(String(data.messageId), stream);
      return stream;
    };
    done();
  });
  return {
    transporter,
    isDataBegun: (messageId) => streams.get(messageId)?.readableDidRead ?? false,
    forget: (messageId) => void streams.delete(messageId),
  };
}
