import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import {
  createSourceList,
  deleteSourceList,
  discardImport,
  editSourceList,
  importFromAddress,
  importFromFile,
  applyImport,
  getImport,
} from '@ramal/contract/catalogue/catalogue-lists';
import { stopTask } from '@ramal/contract/tasks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apply, importAll, m3u, newList, readList, work } from '../../../test/catalogue.ts';
import { call } from '../../../test/context.ts';
import { deleteOldRows } from '../../retention/retention.ts';
import { episode, film, globo, type ImportTest, openImportTest, sbt } from './import.fixtures.ts';

let { ctx, admin, as, rows, streamsOf, entriesOf } = {} as ImportTest;
beforeAll(async () => {
  ({ ctx, admin, as, rows, streamsOf, entriesOf } = await openImportTest());
});
afterAll(() => ctx.close());

describe('the preview of an import', () => {
  it('lists new entries and does not change the catalogue', async () => {
    const list = await newList(ctx, admin);
    const done = await readList(ctx, admin, list, m3u([globo, sbt, film, episode(1)]));
    expect(done).toMatchObject({
      state: 'ready',
      counts: { new: 4, changed: 0, gone: 0, same: 0, refused: 0 },
      task: { state: 'done', message: '4 itens lidos.' },
      applied_at_timestamp: null,
    });
    expect(await streamsOf(list)).toEqual([]);
    expect(await entriesOf(done.id)).toMatchObject([
      {
        position: 1,
        result: 'new',
        kind: 'live',
        name: 'Globo',
        category: 'Abertos',
        changes: [],
        reason: '',
      },
      { position: 2, kind: 'live', name: 'SBT' },
      { position: 3, kind: 'film', name: 'O Filme', category: 'Ação' },
      { position: 4, kind: 'episode', name: 'Chaves S01E01' },
    ]);
    expect(await entriesOf(done.id, { kind: 'film' })).toHaveLength(1);
    expect(await entriesOf(done.id, { search: 'globô' })).toHaveLength(1);
    expect(await entriesOf(done.id, { result: 'same' })).toEqual([]);
  });

  it('refuses entries with a reason and accepts the others', async () => {
    const list = await newList(ctx, admin);
    const done = await readList(
      ctx,
      admin,
      list,
      m3u([
        globo,
        { ...sbt, url: globo.url! },
        { name: 'Sem' },
        { name: 'Rtmp', url: 'rtmp://x/1' },
      ]),
    );
    expect(done.counts).toEqual({ new: 1, changed: 0, gone: 0, same: 0, refused: 3 });
    expect((await entriesOf(done.id, { result: 'refused' })).map(({ reason }) => reason)).toEqual([
      'O mesmo endereço já aparece antes na lista.',
      'Não tem endereço.',
      'O endereço não começa com http:// ou https://.',
    ]);
    await apply(ctx, admin, done.id);
    expect(await streamsOf(list)).toHaveLength(1);
  });

  // No value of a list is dropped without a reason.
  it.each([
    ['m3u-08-several-groups', [{ reason: 'grupo além do primeiro', count: 1 }]],
    ['m3u-09-player-options', [{ reason: 'opção de player', count: 1 }]],
    ['m3u-12-schemes-and-spaces', []],
  ])('counts each entry of %s once, and dropped values by reason', async (name, skips) => {
    const file = readFileSync(new URL(`./cases/${name}.m3u`, import.meta.url), 'utf8');
    const list = await newList(ctx, admin);
    const done = await readList(ctx, admin, list, file);
    const counted = Object.values(done.counts).reduce((sum, count) => sum + count, 0);
    expect(counted).toBe(file.match(/^#EXTINF/gm)!.length);
    expect(done.skips).toEqual(skips);
    expect((await apply(ctx, admin, done.id)).skips).toEqual(skips);
  });

  it.each([
    ['nothing', '', 'A lista está vazia.'],
    ['blank lines', ' \n\r\n\n', 'A lista está vazia.'],
    ['a header alone', '#EXTM3U\n', 'A lista não tem nenhum item.'],
    [
      'a page',
      '<!DOCTYPE html><html></html>',
      'O que veio é uma página da internet, não uma lista M3U.',
    ],
    ['other text', '{"user_info":{}}', 'O arquivo não é uma lista M3U: falta o #EXTM3U no começo.'],
    [
      'an HLS stream',
      '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nseg.ts',
      'O arquivo é um vídeo em HLS, não uma lista de canais.',
    ],
    [
      'half a gzip',
      gzipSync(m3u([globo, sbt])).subarray(0, 40),
      'O arquivo comprimido está incompleto ou danificado.',
    ],
    [
      'a gzip that unzips to too much',
      gzipSync(Buffer.alloc(65 * 1024 * 1024, '\n')),
      'A lista passa de 64 MB.',
    ],
  ])('fails with a reason on %s', async (_what, file, reason) => {
    const list = await newList(ctx, admin);
    const done = await readList(ctx, admin, list, file);
    expect(done).toMatchObject({ state: 'failed', task: { state: 'failed', message: reason } });
    expect(
      (await rows('select content from imports where id = $1', [done.id]))[0].content,
    ).toBeNull();
    // A failed import does not block the next one.
    expect((await readList(ctx, admin, list, m3u([globo]))).state).toBe('ready');
  });

  it('accepts a gzipped file, a byte order mark and Windows line ends', async () => {
    const list = await newList(ctx, admin);
    const file = gzipSync(`\ufeff${m3u([globo, film]).replaceAll('\n', '\r\n')}`);
    expect((await readList(ctx, admin, list, file)).counts.new).toBe(2);
  });
});

describe('an import', () => {
  it('runs once at a time for each list, and a newer one replaces an unapplied preview', async () => {
    const list = await newList(ctx, admin);
    const first = await call(ctx, importFromFile, { params: { id: list }, file: m3u([globo]) }, as);
    expect(first.body.state).toBe('reading');
    const second = await call(
      ctx,
      importFromFile,
      { params: { id: list }, file: m3u([globo]) },
      as,
    );
    expect([second.status, second.body.code]).toEqual([409, 'import_running']);
    expect((await call(ctx, deleteSourceList, { params: { id: list } }, as)).body.code).toBe(
      'import_running',
    );
    expect((await call(ctx, discardImport, { params: { id: first.body.id } }, as)).body.code).toBe(
      'import_running',
    );
    expect(
      (await call(ctx, applyImport, { params: { id: first.body.id }, body: {} }, as)).body.code,
    ).toBe('import_not_ready');
    await work(ctx, first.body.task);
    const third = await readList(ctx, admin, list, m3u([globo, sbt]));
    expect(third.state).toBe('ready');
    expect((await call(ctx, getImport, { params: { id: first.body.id } }, as)).body.state).toBe(
      'discarded',
    );
    expect(
      (await call(ctx, applyImport, { params: { id: first.body.id }, body: {} }, as)).body.code,
    ).toBe('import_not_ready');
  });

  it('blocks no other import if it was stopped before it began', async () => {
    const list = await newList(ctx, admin);
    const { body } = await call(
      ctx,
      importFromFile,
      { params: { id: list }, file: m3u([globo]) },
      as,
    );
    await call(ctx, stopTask, { params: { id: body.task!.id } }, as);
    expect((await call(ctx, getImport, { params: { id: body.id } }, as)).body).toMatchObject({
      state: 'failed',
      task: { state: 'stopped' },
    });
    const next = await readList(ctx, admin, list, m3u([globo]));
    const applying = await call(ctx, applyImport, { params: { id: next.id }, body: {} }, as);
    await call(ctx, stopTask, { params: { id: applying.body.task!.id } }, as);
    expect((await apply(ctx, admin, next.id)).state).toBe('applied');
  });

  it('can be discarded once, and not after it was applied', async () => {
    const list = await newList(ctx, admin);
    const preview = await readList(ctx, admin, list, m3u([globo]));
    expect((await call(ctx, discardImport, { params: { id: preview.id } }, as)).body).toEqual({
      message: 'Importação descartada',
    });
    expect(
      (await call(ctx, applyImport, { params: { id: preview.id }, body: {} }, as)).body.code,
    ).toBe('import_not_ready');
    const two = await importAll(ctx, admin, list, [globo]);
    expect((await call(ctx, discardImport, { params: { id: two.id } }, as)).body.code).toBe(
      'import_not_ready',
    );
    expect((await call(ctx, discardImport, { params: { id: 9_999_999 } }, as)).status).toBe(404);
  });

  it('deletes its entries a week after it was applied', async () => {
    const list = await newList(ctx, admin);
    const applied = await importAll(ctx, admin, list, [globo]);
    const ready = await readList(ctx, admin, list, m3u([globo]));
    const storedFiles = async () =>
      (
        await rows(
          'select distinct import_id::int as id from import_entries where import_id = any($1) order by 1',
          [[applied.id, ready.id]],
        )
      ).map(({ id }) => id);
    ctx.clock.forward(6 * 86_400_000);
    await deleteOldRows(ctx, 'day');
    expect(await storedFiles()).toEqual([applied.id, ready.id]);
    ctx.clock.forward(2 * 86_400_000);
    await deleteOldRows(ctx, 'day');
    expect(await storedFiles()).toEqual([ready.id]);
    ctx.clock.forward(-8 * 86_400_000);
  });

  it('records events with the account and without URLs', async () => {
    const list = await newList(ctx, admin, 'http://joao:senha@h.example/get.php?password=segredo');
    const { id } = await importAll(ctx, admin, list, [
      { ...globo, url: 'http://joao:senha@h.example/1.ts' },
    ]);
    const events = await rows(
      `select kind, before, after from events where kind ~ '^(list|import)-' order by id desc limit 3`,
    );
    expect(events.map(({ kind }) => kind)).toEqual([
      'import-applied',
      'import-started',
      'list-created',
    ]);
    expect(events[0].after).toMatchObject({ import: id, new: 1, hideGone: true });
    expect(JSON.stringify(events)).not.toMatch(/senha|segredo/);
  });
});

describe('source lists', () => {
  it('refuses a second list with the same name', async () => {
    const created = await call(
      ctx,
      createSourceList,
      { body: { name: 'Única', address: 'http://h.example/l.m3u' } },
      as,
    );
    expect(created.body).toMatchObject({
      name: 'Única',
      address: 'http://h.example/l.m3u',
      channels: 0,
      last_import: null,
    });
    const again = await call(ctx, createSourceList, { body: { name: 'Única' } }, as);
    expect([again.status, again.body.code, again.body.fields]).toEqual([
      422,
      'name_taken',
      { name: 'Já existe um item com este nome.' },
    ]);
    const other = await newList(ctx, admin);
    expect(
      (await call(ctx, editSourceList, { params: { id: other }, body: { name: 'Única' } }, as)).body
        .code,
    ).toBe('name_taken');
    expect(
      (
        await call(
          ctx,
          editSourceList,
          { params: { id: created.body.id }, body: { name: 'Outra' } },
          as,
        )
      ).body,
    ).toMatchObject({ name: 'Outra', address: '' });
    expect(
      (await call(ctx, importFromAddress, { params: { id: created.body.id } }, as)).body.code,
    ).toBe('address_missing');
  });

  it('deletes a list together with everything that it added', async () => {
    const list = await newList(ctx, admin);
    await importAll(ctx, admin, list, [
      { ...globo, group: 'Só dela' },
      { ...sbt, group: 'De duas' },
    ]);
    const other = await newList(ctx, admin);
    await importAll(ctx, admin, other, [{ ...sbt, group: 'De duas' }]);
    expect((await call(ctx, deleteSourceList, { params: { id: list } }, as)).status).toBe(200);
    expect(await streamsOf(list)).toEqual([]);
    expect(await streamsOf(other)).toHaveLength(1);
    expect(
      await rows(`select name from categories where name in ('Só dela', 'De duas', 'Testes')`),
    ).toHaveLength(2);
    expect((await call(ctx, deleteSourceList, { params: { id: list } }, as)).status).toBe(404);
  });
});
