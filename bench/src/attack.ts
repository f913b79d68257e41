/**
 * `npm run bench -- --attack`: two hundred addresses guess passwords at the player while customers sign in from
 * addresses of their own. Says what the customers notice, and how many of the addresses are refused in the end.
 */
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './figures.ts';
import type { Fixture } from './fixture.ts';
import { type Round, runClients } from './load.ts';
import { credentials } from './scenarios/logins.ts';
import { formatFact } from './table.ts';

/** The server takes the address of a client from the header, as behind a proxy of one's own. */
export const ATTACK_ENV = { RAMAL_TRUSTED_PROXIES: '127.0.0.0/8' };

const ATTACKERS = 200;
/** Each of them tries another pair so often. */
const TRY_EVERY_MS = 500;
/** Sign-ins that are under way at once. */
const CLIENTS = 16;

const IN = 'signed in';

type Ask = (path: string, address: string) => Promise<{ status: number; text: string }>;

interface Context {
  readonly fixture: Fixture;
  readonly seconds: number;
  readonly print: (line: string) => void;
}

export async function measureAttack({ fixture, seconds, print }: Context): Promise<void> {
  const calm = connectAs(fixture.port, CLIENTS);
  const hostile = connectAs(fixture.port, ATTACKERS);
  try {
    await signIns(fixture, calm.ask, 2);
    report('nobody attacks', await signIns(fixture, calm.ask, seconds), print);
    const over = new AbortController();
    const attack = attackUntil(over.signal, hostile.ask);
    report(`${ATTACKERS} addresses attack`, await signIns(fixture, calm.ask, seconds), print);
    over.abort();
    const { tries, refused } = await attack;
    print(formatFact('tries of the attackers', tries));
    print(formatFact('of them refused at the edge', refused));
    const { rows } = await fixture.pool.query<{ listed: number }>(
      `select count(*)::int as listed from blocked_addresses
       where network <<= '203.0.0.0/16'::cidr and blocked_until > now()`,
    );
    print(formatFact(`addresses listed, of ${ATTACKERS}`, rows[0]!.listed));
  } finally {
    calm.close();
    hostile.close();
  }
}

/** Each is labelled by what the customer got: 503 is a server that is full, 403 a customer taken for an attacker. */
function signIns(fixture: Fixture, ask: Ask, seconds: number): Promise<Round> {
  return runClients(CLIENTS, seconds, async () => {
    const line = fixture.random.from(fixture.playing);
    const number = fixture.playing.indexOf(line);
    const address = `198.18.${number >> 8}.${number & 255}`;
    const { status, text } = await ask(`/player_api.php?${credentials(line)}`, address);
    return status === 200 && text.includes('"auth":1') ? IN : String(status);
  });
}

async function attackUntil(over: AbortSignal, ask: Ask) {
  let tries = 0;
  let refused = 0;
  const attacker = async (number: number): Promise<void> => {
    await pause((number / ATTACKERS) * TRY_EVERY_MS);
    for (let n = 0; !over.aborted; n += 1) {
      const path = `/player_api.php?username=v${number}x${n}&password=errada${n}`;
      const status = await ask(path, `203.0.113.${number + 1}`).then(
        (answer) => answer.status,
        () => 'dropped',
      );
      tries += 1;
      if (status !== 200) refused += 1;
      await pause(TRY_EVERY_MS);
    }
  };
  await Promise.all(Array.from({ length: ATTACKERS }, (_, number) => attacker(number)));
  return { tries, refused };
}

function report(what: string, round: Round, print: Context['print']): void {
  const millis = round.byLabel.get(IN) ?? [];
  const share = millis.length / round.millis.length;
  print(formatFact(`${what}: sign-ins a second`, round.perSecond * share));
  print(formatFact(`${what}: p95 (ms)`, percentile(millis, 95)));
  for (const [label, { length }] of round.byLabel)
    if (label !== IN) print(formatFact(`${what}: customers answered ${label}`, length));
}

function connectAs(port: number, sockets: number): { ask: Ask; close: () => void } {
  const agent = new http.Agent({ keepAlive: true, maxSockets: sockets });
  const ask: Ask = (path, address) =>
    new Promise((resolve, reject) => {
      const headers = { 'x-forwarded-for': address };
      http
        .get({ agent, host: '127.0.0.1', port, path, headers }, (response) => {
          let text = '';
          response.on('data', (part: Buffer) => (text += part.toString()));
          response.on('error', reject);
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        })
        .on('error', reject);
    });
  return { ask, close: () => agent.destroy() };
}
