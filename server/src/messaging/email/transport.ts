/**
 * Connections to mail relays. Each process has one connection pool per relay, and replaces it when
 * the settings of the relay change.
 */
import type { Readable } from 'node:stream';
import type nodemailer from 'nodemailer';
import type { AppContext } from '../../foundation/app-context.ts';
import { type MailRelay, openRelayPassword } from './relay.ts';

export interface RelayTransport {
  readonly transporter: ReturnType<typeof createTransporter>;
  /**
   * True if the relay requested the message with this id. After that, the relay may have received
   * it.
   */
  readonly isDataBegun: (messageId: string) => boolean;
  readonly forget: (messageId: string) => void;
}

interface CachedTransport extends RelayTransport {
  readonly version: number;
}

const transports = new WeakMap<AppContext['db'], Map<number, CachedTransport>>();

export async function createRelayTransport(
  ctx: AppContext,
  relay: MailRelay,
): Promise<RelayTransport> {
  // Loaded with the first message, so that a process without e-mails uses less memory.
  const { default: library } = await import('nodemailer');
  const ofContext = transports.get(ctx.db) ?? new Map<number, CachedTransport>();
  transports.set(ctx.db, ofContext);
  const cached = ofContext.get(relay.id);
  if (cached?.version === relay.version) return cached;
  cached?.transporter.close();
  const created = { ...openTransport(library, ctx, relay), version: relay.version };
  ofContext.set(relay.id, created);
  return created;
}

/** The default timeout of nodemailer is two minutes, which is longer than a delivery may take. */
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
    ...(relay.username
      ? { auth: { user: relay.username, pass: openRelayPassword(ctx, relay) } }
      : {}),
    ...timeouts,
    maxConnections: 4,
    maxMessages: 100,
    idleTimeout: 10_000,
    // Number of retries if a connection was closed before any part of the message was sent.
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
  // nodemailer reads the stream of a message only after the relay has answered the command DATA. A
  // stream that was read therefore means that DATA has begun.
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
