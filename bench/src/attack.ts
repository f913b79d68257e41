/**
 * `npm run bench -- --attack`: two hundred addresses guess passwords at the player while customers
 * sign in from their own addresses. Reports the effect on customers, the number of rejected
 * addresses, and the processor time of each process. On a small machine the load generator itself
 * may be the bottleneck.
 */
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './figures.ts';
import type { Fixture } from './fixture.ts';
import { type Round, runClients } from './load.ts';
import { cpuMs } from './processes.ts';
import { credentials } from './scenarios/logins.ts';
import { formatFact } from './table.ts';

/** The server reads the address of a client from the header, as behind a trusted proxy. */
export const ATTACK_ENV = { RAMAL_TRUSTED_PROXIES: '127.0.0.0/8' };

const ATTACKERS = 200;
/** Interval at which each address tries another pair. */
const TRY_EVERY_MS = 500;
/** Number of simultaneous sign-ins. */
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
  const measured = async (what: string, work: () => Promise<Round>): Promise<void> => {
    const busy = processorTime(fixture);
    const round = await work();
    report(what, round, print);
    for (const [name, share] of busy())
      print(formatFact(`${what}: processors busy with the ${name}`, share));
  };
  try {
    await signInOnce(fixture, calm.ask);
    await measured('nobody attacks', () => signIns(fixture, calm.ask, seconds));
    const over = new AbortController();
    const attack = attackUntil(over.signal, hostile.ask);
    await measured(`${ATTACKERS} addresses attack`, () => signIns(fixture, calm.ask, seconds));
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

/**
 * Signs in every customer once. A customer with a successful sign-in from an address today costs
 * less later.
 */
async function signInOnce(fixture: Fixture, ask: Ask): Promise<void> {
  const waiting = [...fixture.playing.keys()];
  const signInNext = async (): Promise<void> => {
    for (let n = waiting.pop(); n !== undefined; n = waiting.pop())
      await ask(`/player_api.php?${credentials(fixture.playing[n]!)}`, addressOf(n));
  };
  await Promise.all(Array.from({ length: CLIENTS }, signInNext));
}

/**
 * Measures the processor time until the returned function is called: 1.5 means one and a half busy
 * processors.
 */
function processorTime({ pids }: Fixture) {
  const now = () => ({
    server: cpuMs(pids.node),
    database: cpuMs(pids.postgres),
    bench: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
  });
  const [from, before] = [performance.now(), now()];
  return () => {
    const [took, after] = [performance.now() - from, now()];
    return (['server', 'database', 'bench'] as const).map(
      (name) => [name, (after[name] - before[name]) / took] as const,
    );
  };
}

const addressOf = (customer: number): string => `198.18.${customer >> 8}.${customer & 255}`;

/**
 * Labels each sign-in by its status: 503 is an overloaded server, 403 a customer taken for an
 * attacker.
 */
function signIns(fixture: Fixture, ask: Ask, seconds: number): Promise<Round> {
  return runClients(CLIENTS, seconds, async () => {
    const number = fixture.random.below(fixture.playing.length);
    const path = `/player_api.php?${credentials(fixture.playing[number]!)}`;
    const { status, text } = await ask(path, addressOf(number));
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
