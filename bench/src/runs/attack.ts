/**
 * `npm run bench -- --attack`: two hundred addresses guess passwords at the player while customers
 * sign in from other addresses. Reports the effect on customers, the number of rejected addresses,
 * and the processor time of each process. On a small machine the load generator itself can be the
 * bottleneck.
 */
import type { Fixture } from '../fixture.ts';
import { type Ask, connect } from '../http.ts';
import { percentile, repeatUntil, runClients } from '../load.ts';
import { printFigure } from '../report.ts';
import type { Run } from '../run.ts';
import { credentials } from '../scenarios/logins.ts';
import { benchCpuMs, cpuMs } from '../server.ts';

const ATTACKERS = 200;
/** Interval in ms between two attempts from one address. */
const TRY_EVERY_MS = 500;
/** Number of customers that sign in at the same time. */
const CLIENTS = 16;

const IN = 'signed in';

export const attack: Run = {
  // Makes the server read the client address from a header, as behind a trusted proxy.
  env: { RAMAL_TRUSTED_PROXIES: '127.0.0.0/8' },
  run: async ({ fixture, options: { seconds } }) => {
    const calm = connect([fixture.port], CLIENTS);
    const hostile = connect([fixture.port], ATTACKERS);
    try {
      // Signs in each customer once. Later sign-ins from the same address on the same day are
      // cheaper.
      await Promise.all(fixture.playing.map((_, n) => signIn(fixture, calm.ask, n)));
      await measureSignIns('nobody attacks', fixture, calm.ask, seconds);
      const controller = new AbortController();
      const attacking = attackUntil(controller.signal, hostile.ask);
      await measureSignIns(`${ATTACKERS} addresses attack`, fixture, calm.ask, seconds);
      controller.abort();
      const { tries, refused } = await attacking;
      printFigure('tries of the attackers', tries);
      printFigure('of them refused at the edge', refused);
      const { rows } = await fixture.pool.query<{ listed: number }>(
        `select count(*)::int as listed from blocked_addresses
         where network <<= '203.0.0.0/16'::cidr and blocked_until > now()`,
      );
      printFigure(`addresses listed, of ${ATTACKERS}`, rows[0]!.listed);
    } finally {
      calm.close();
      hostile.close();
    }
  },
};

/**
 * Signs in a customer and returns the status as the label. Status 503 means an overloaded server.
 * Status 403 means that the server blocked the customer as an attacker.
 */
async function signIn({ playing }: Fixture, ask: Ask, customer: number): Promise<string> {
  const { status, body } = await ask({
    path: `/player_api.php?${credentials(playing[customer]!)}`,
    address: `198.18.${customer >> 8}.${customer & 255}`,
  });
  return status === 200 && body.includes('"auth":1') ? IN : String(status);
}

async function measureSignIns(what: string, fixture: Fixture, ask: Ask, seconds: number) {
  const { pids, playing, random } = fixture;
  const now = () => [cpuMs(pids.node), cpuMs(pids.postgres), benchCpuMs()];
  const [start, before] = [performance.now(), now()];
  const round = await runClients(CLIENTS, seconds, () =>
    signIn(fixture, ask, random.below(playing.length)),
  );
  const millis = round.byLabel.get(IN) ?? [];
  printFigure(
    `${what}: sign-ins a second`,
    (round.perSecond * millis.length) / round.millis.length,
  );
  printFigure(`${what}: p95 (ms)`, percentile(millis, 95));
  for (const [label, { length }] of round.byLabel)
    if (label !== IN) printFigure(`${what}: customers answered ${label}`, length);
  // Computes the number of busy processors. For example, 1.5 means one and a half processors.
  const [took, after] = [performance.now() - start, now()];
  for (const [index, name] of ['server', 'database', 'bench'].entries())
    printFigure(
      `${what}: processors busy with the ${name}`,
      (after[index]! - before[index]!) / took,
    );
}

async function attackUntil(signal: AbortSignal, ask: Ask) {
  let tries = 0;
  let refused = 0;
  const pace = { clients: ATTACKERS, pauseMs: TRY_EVERY_MS, isSpread: true };
  await repeatUntil(signal, pace, async (number) => {
    const path = `/player_api.php?username=v${number}x${tries}&password=errada${tries}`;
    const status = await ask({ path, address: `203.0.113.${number + 1}` }).then(
      (answer) => answer.status,
      () => 'dropped',
    );
    tries += 1;
    if (status !== 200) refused += 1;
  });
  return { tries, refused };
}
