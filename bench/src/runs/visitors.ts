/**
 * `npm run bench -- --visitors 200 --seconds 30`: visitors open the public pages of sellers, while
 * sellers open the first page of their lines. The list is measured without visitors first, so that
 * the difference is the price of the visitors.
 */
import type { Fixture } from '../fixture.ts';
import { connect, type Send } from '../http.ts';
import { percentile, type Round, runArrivals } from '../load.ts';
import { print } from '../print.ts';
import { printFigure } from '../report.ts';
import type { Run } from '../run.ts';
import { cpuMs } from '../server.ts';

const CLIENTS = 200;
const LISTS_A_SECOND = 20;

export const visitors: Run = {
  run: async ({ fixture, options: { seconds, visitors: rate } }) => {
    const slugs = await openPages(fixture);
    const client = connect([fixture.port], CLIENTS);
    try {
      for (const slug of slugs) await client.send({ path: `/loja/${slug}`, isDiscarded: true });
      await measure('nobody visits', fixture, () => listLines(fixture, client.send, seconds));
      await measure(`${rate} visits a second`, fixture, async () => {
        const visits = runArrivals(rate, seconds, async (number) => {
          const slug = slugs[number % slugs.length]!;
          await client.send({ path: `/loja/${slug}?o=bench`, isDiscarded: true });
        });
        const lists = await listLines(fixture, client.send, seconds);
        printRound(`${rate} visits a second: visits`, await visits);
        return lists;
      });
    } finally {
      client.close();
    }
  },
};

/** Switches the pages of the large sellers on. */
async function openPages({ pool, large }: Fixture): Promise<string[]> {
  const texts = JSON.stringify({ welcome: '', testReady: '', alreadyTested: '', paid: '' });
  const channels = JSON.stringify({ link: true, telegram: false, whatsapp: false });
  await pool.query(
    `insert into storefronts (account_id, is_online, slug, name, sentence, products, proves_number, texts,
       channels, created_at, saved_at)
     select id, true, 'bench-' || id, 'Bench', 'Canais e filmes', jsonb_build_array(jsonb_build_object(
       'platform', 'iptv', 'productId', (select min(id) from packages), 'months', array[1, 3, 6, 12])), false,
       $2::jsonb, $3::jsonb, now(), now()
     from unnest($1::bigint[]) id on conflict (account_id) do nothing`,
    [large.map(({ id }) => id), texts, channels],
  );
  return large.map(({ id }) => `bench-${id}`);
}

const listLines = ({ large }: Fixture, send: Send, seconds: number): Promise<Round> =>
  runArrivals(LISTS_A_SECOND, seconds, async (number) => {
    const { token } = large[number % large.length]!;
    await send({ path: '/api/users-iptv?page=1&per_page=10', token });
  });

async function measure(name: string, { pids }: Fixture, work: () => Promise<Round>): Promise<void> {
  const [start, before] = [performance.now(), [cpuMs(pids.node), cpuMs(pids.postgres)]];
  printRound(`${name}: list of lines`, await work());
  const took = performance.now() - start;
  const [node, postgres] = [cpuMs(pids.node) - before[0]!, cpuMs(pids.postgres) - before[1]!];
  printFigure(`${name}: processors busy with the server`, node / took);
  printFigure(`${name}: processors busy with the database`, postgres / took);
}

function printRound(name: string, { millis, failures }: Round): void {
  if (failures.first) print(`${name}, first failure: ${failures.first}`);
  printFigure(`${name}, p50 (ms)`, percentile(millis, 50));
  printFigure(`${name}, p95 (ms)`, percentile(millis, 95));
  printFigure(`${name}, failed`, failures.count);
}
