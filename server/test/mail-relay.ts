/**
 * Real SMTP server on this machine that stores the mail it accepts. Some names before the @ select
 * a particular reply. Mail to all other names is accepted.
 */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

export interface MailRelayDouble {
  readonly port: number;
  readonly taken: TakenMail[];
  connections: number;
  close(): Promise<void>;
}

export const RELAY_PASSWORD = 'senha do servidor';

/** Replies to the RCPT command by the name before the @: code and text. */
const recipientReplies: Readonly<Record<string, readonly [number, string]>> = {
  gone: [550, '5.1.1 User unknown'],
  disabled: [550, '5.2.1 Mailbox disabled'],
  full: [552, '5.2.2 Mailbox full'],
  policy: [550, '5.7.1 Sender reputation too low'],
  spam: [554, 'Transaction failed'],
  refused: [550, 'No'],
  later: [451, '4.7.1 Try again later'],
  busy: [450, '4.2.0 Greylisted'],
};

/** Replies to the whole message by the name before the @: code and text. */
const dataReplies: Readonly<Record<string, readonly [number, string]>> = {
  laterdata: [451, '4.3.0 Queue full'],
  large: [552, '5.3.4 Message too big'],
};

function replyOf(table: typeof recipientReplies, address: string): Error | undefined {
  const reply = table[address.split('@')[0]!];
  if (!reply) return undefined;
  const [responseCode, words] = reply;
  return Object.assign(new Error(words), { responseCode });
}

export async function startMailRelay(options: SMTPServerOptions = {}): Promise<MailRelayDouble> {
  const double: MailRelayDouble = { port: 0, taken: [], connections: 0, close: async () => {} };
  const hangUp = (id: string) => {
    for (const open of server.connections) if (open.session.id === id) open._socket.destroy();
  };
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    closeTimeout: 200,
    onConnect: (_session, done) => {
      double.connections += 1;
      done();
    },
    onAuth: ({ username, password }, _session, done) =>
      password === RELAY_PASSWORD
        ? done(null, { user: username ?? '' })
        : done(Object.assign(new Error('5.7.8 Authentication failed'), { responseCode: 535 })),
    onRcptTo: ({ address }, { id }, done) => {
      if (address.startsWith('cut@')) return hangUp(id);
      return done(replyOf(recipientReplies, address) ?? null);
    },
    onData: (stream, { id, envelope }, done) => {
      const to = envelope.rcptTo.map(({ address }) => address);
      let raw = '';
      stream.setEncoding('utf8');
      stream.on('data', (piece: string) => (raw += piece));
      stream.on('end', () => {
        const reply = replyOf(dataReplies, to[0]!);
        if (reply) return done(reply);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        double.taken.push({ from, to, raw });
        // The relay accepts the mail, but closes the connection without a reply.
        if (to[0]!.startsWith('silent@')) return hangUp(id);
        return done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(double, {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
