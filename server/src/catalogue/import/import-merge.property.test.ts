/**
 * Compares the import with a model, for random lists and random edits by hand. Edited fields do not
 * change, and other fields get the value of the list. The URL identifies a stream. A stream is
 * removed when the list no longer contains it.
 */
import { editStream } from '@ramal/contract/catalogue/catalogue';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListedEntry, apply, m3u, newList, readList } from '../../../test/catalogue.ts';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, person } from '../../../test/accounts.ts';
import { runs, timeLimit } from '../../../test/property-runs.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

interface Fields {
  name: string;
  icon: string;
  epg: string | null;
  category: string;
}
const fields = ['name', 'icon', 'epg', 'category'] as const;

/** Stream in the model, with its last values from the list and its current values. */
interface ModelStream {
  readonly listed: Fields;
  readonly current: Fields;
  readonly gone: boolean;
}
type Model = Map<string, ModelStream>;

const entry = fc.record({
  url: fc.integer({ min: 1, max: 8 }).map((n) => `http://p.example/${n}.ts`),
  // The names are made unique below. Otherwise the import could treat a new URL as an existing
  // entry, which other tests cover.
  name: fc.constantFrom('A', 'B', 'C'),
  group: fc.constantFrom('G1', 'G2'),
  logo: fc.constantFrom('', 'http://i.example/1.png', 'http://i.example/2.png'),
  id: fc.constantFrom('', 'x.br', 'y.br'),
});
const listed = fc
  .uniqueArray(entry, { selector: ({ url }) => url, maxLength: 8, minLength: 1 })
  .map((all) => all.map((entry) => ({ ...entry, name: `${entry.name} ${entry.url.at(-4)}` })));
const edit = fc.record({
  at: fc.nat(7),
  name: fc.constantFrom(undefined, 'Editado', 'A 1', 'B 2'),
  icon: fc.constantFrom(undefined, null, 'http://i.example/2.png'),
  epg_channel_id: fc.constantFrom(undefined, null, 'y.br', 'z.br'),
});
const steps = fc.array(
  fc.oneof(
    fc.record({ list: listed, hideGone: fc.boolean() }),
    fc.record({ edits: fc.array(edit, { minLength: 1, maxLength: 3 }) }),
  ),
  { minLength: 2, maxLength: 5 },
);

function imported(model: Model, list: readonly ListedEntry[], hideGone: boolean): Model {
  const next: Model = new Map();
  const urls = new Set(list.map(({ url }) => url));
  for (const [url, stream] of model)
    next.set(url, urls.has(url) ? stream : { ...stream, gone: stream.gone || hideGone });
  for (const { url, name, group, logo, id } of list) {
    const says: Fields = { name, icon: logo!, epg: id || null, category: group! };
    const before = next.get(url!);
    const current = { ...says };
    for (const field of fields) {
      if (before && before.current[field] !== before.listed[field])
        Object.assign(current, { [field]: before.current[field] });
    }
    next.set(url!, { listed: says, current, gone: false });
  }
  return next;
}

async function readStreams(list: number) {
  const { rows } = await ctx.owner.query<Fields & { id: number; source: string; gone: boolean }>(
    `select s.id::int, s.source, s.name, s.icon, s.epg_channel_id as epg, c.name as category, s.gone_at is not null as gone
     from streams s join categories c on c.id = s.category_id where s.list_id = $1 order by s.source`,
    [list],
  );
  return rows;
}

const rowsOf = async (list: number) =>
  (await readStreams(list)).map(({ source, name, icon, epg, category, gone }) => ({
    source,
    name,
    icon,
    epg,
    category,
    gone,
  }));

function expectCounts(
  counts: { new: number; gone: number },
  model: Model,
  list: readonly ListedEntry[],
): void {
  const urls = new Set(list.map(({ url }) => url!));
  expect([counts.new, counts.gone]).toEqual([
    [...urls].filter((url) => !model.has(url)).length,
    [...model].filter(([url, { gone }]) => !gone && !urls.has(url)).length,
  ]);
}

it(
  'an import ends as in the model after any sequence of lists and edits',
  async () => {
    const as = { token: admin.token };
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const list = await newList(ctx, admin);
        let model: Model = new Map();
        for (const step of taken) {
          if ('list' in step) {
            const done = await readList(ctx, admin, list, m3u(step.list));
            expectCounts(done.counts, model, step.list);
            await apply(ctx, admin, done.id, { hide_gone: step.hideGone });
            model = imported(model, step.list, step.hideGone);
          } else {
            const streams = await readStreams(list);
            for (const { at, ...body } of step.edits) {
              const stream = streams[at];
              const modelStream = stream && model.get(stream.source);
              if (!stream || !modelStream) continue;
              await call(ctx, editStream, { params: { id: stream.id }, body }, as);
              const current = {
                ...modelStream.current,
                ...(body.name === undefined ? {} : { name: body.name }),
                ...(body.icon === undefined ? {} : { icon: body.icon ?? '' }),
                ...(body.epg_channel_id === undefined ? {} : { epg: body.epg_channel_id }),
              };
              model.set(stream.source, { ...modelStream, current });
            }
          }
          expect(await rowsOf(list)).toEqual(
            [...model]
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .map(([source, { current, gone }]) => ({ source, ...current, gone })),
          );
        }
      }),
      { numRuns: runs(25) },
    );
  },
  timeLimit(120_000),
);
