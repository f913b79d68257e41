import { Refusal } from '@ramal/contract/api/errors';
import {
  checkSources,
  editSeries,
  editStream,
  listSeries,
  listStreams,
} from '@ramal/contract/catalogue/catalogue';
import { listSourceLists } from '@ramal/contract/catalogue/catalogue-lists';
import { listCategories } from '@ramal/contract/catalogue/catalogue-packages';
import { getProfile } from '@ramal/contract/sessions';
import { getTask } from '@ramal/contract/tasks';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { answering, calls, type Respond, show } from '../lines/test/screen.tsx';
import { Catalogue } from './Catalogue.tsx';
import { admin, category, pageAnswer, series, sourceList, stream, task } from './test/answers.ts';

const channels = [
  stream(),
  stream({
    id: 12,
    number: 5,
    name: 'Rede Norte',
    programmes: 0,
    sourceState: 'problem',
    sourceProblem: 'Respondeu uma página da internet',
  }),
  stream({
    id: 13,
    number: 6,
    name: 'Antigo',
    hidden: true,
    gone: true,
    sourceState: 'unknown',
    sourceCheckedAtTimestamp: null,
  }),
];
const film = stream({
  id: 21,
  kind: 'film',
  name: 'O Rio',
  categoryId: 2,
  details: { plot: 'Um rio.', year: 1999, durationSeconds: 5430 },
});
const episode = stream({
  id: 41,
  kind: 'episode',
  name: 'Ilha do Sol S01E02',
  seriesId: 31,
  season: 1,
  episode: 2,
});

interface Server {
  rows?: Respond;
  save?: Respond;
  saveSeries?: Respond;
}

/**
 * Returns the requests of the list. Excludes the call that counts archive problems for the toolbar.
 */
const listed = (requests: ReturnType<typeof answering>) =>
  calls(requests, listStreams).filter(({ query }) => query.state !== 'archive-problem');

const byKind: Respond = ({ query }) =>
  pageAnswer(...(query.kind === 'film' ? [film] : query.kind === 'episode' ? [episode] : channels));

const server = ({ rows = byKind, save, saveSeries }: Server = {}) =>
  answering([
    [getProfile, () => admin],
    [listStreams, rows],
    [listSeries, () => pageAnswer(series())],
    [listSourceLists, () => [sourceList()]],
    [
      listCategories,
      () => [
        category(),
        category({ id: 2, kind: 'film', name: 'Ação' }),
        category({ id: 4, name: 'Esportes' }),
      ],
    ],
    [checkSources, () => task({ id: 8, kind: 'check-sources', message: '' })],
    [
      getTask,
      () =>
        task({
          id: 8,
          kind: 'check-sources',
          state: 'done',
          message: '2 respondem, 1 com problema',
        }),
    ],
    ...(save ? [[editStream, save] as const] : []),
    ...(saveSeries ? [[editSeries, saveSeries] as const] : []),
  ]);

const open = (address: string) => show(<Catalogue />, `/catalogue${address}`);
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
const act = async (row: string, name: string) => {
  await press(`Ações de ${row}`);
  fireEvent.click(await screen.findByRole('menuitem', { name }));
};

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('list of streams', () => {
  it('shows the guide and the source state of each channel, with the reason of a failure', async () => {
    server();
    await open('');
    expect((await rowOf('Globo HD')).textContent).toContain('48 programas');
    const problem = await rowOf('Rede Norte');
    within(problem).getByText('nenhum');
    within(problem).getByLabelText('Com problema');
    expect(problem.textContent).toContain('Respondeu uma página da internet');
    const old = await rowOf('Antigo');
    expect(old.textContent).toContain('oculto');
    expect(old.textContent).toContain('fora da lista');
    expect(old.textContent).toContain('não verificada');
  });

  it('requests what the address selects, without filters that films do not have', async () => {
    const requests = server();
    await open('/filmes?search=rio&category=2&state=problem&page=2&sort=number&dir=desc');
    await screen.findByText('O Rio');
    expect(calls(requests, listStreams)[0]!.query).toEqual({
      kind: 'film',
      page: '2',
      per_page: '10',
      sort: 'number',
      dir: 'desc',
      search: 'rio',
      category: '2',
      state: 'problem',
    });
    await press(/^Situação/);
    expect(await screen.findByRole('menuitem', { name: 'Ocultos' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: 'Sem guia' })).toBeNull();
  });

  it('offers to import the first list when there is none, and to clear a filter without results', async () => {
    server({ rows: () => pageAnswer() });
    const { search } = await open('?category=4');
    expect(await screen.findByText('Nenhum resultado com este filtro')).toBeDefined();
    await press('Limpar filtros');
    await waitFor(() => expect(search()).toEqual({}));
    const invitation = await screen.findByText('Importe sua primeira lista M3U');
    expect(
      within(invitation.parentElement!)
        .getByRole('link', { name: 'Importar uma lista' })
        .getAttribute('href'),
    ).toBe('/catalogue/listas');
  });

  it('shows a failed load and tries again on request', async () => {
    let fails = true;
    server({
      rows: (request) => {
        if (fails) throw new Refusal('internal', { values: { request: 'x1' } });
        return byKind(request);
      },
    });
    await open('');
    await screen.findByText('Não deu para carregar a lista');
    fails = false;
    await press('Tentar de novo');
    expect(await rowOf('Globo HD')).toBeDefined();
  });

  it('is not shown to a reseller', async () => {
    const requests = answering([[getProfile, () => profile()]]);
    await open('');
    await screen.findByText('Esta tela não faz parte do seu acesso');
    expect(calls(requests, listStreams)).toEqual([]);
  });
});

describe('form of an item', () => {
  it('sends only changed fields, so that imports keep updating the others', async () => {
    const requests = server({
      save: () => ({ ...stream({ name: 'Globo SP' }), message: 'Canal editado' }),
    });
    const { search } = await open('?dialog=edit&item=11');
    await screen.findByRole('dialog', { name: 'Editar canal' });
    type('Nome', 'Globo SP');
    type(/^Canal no guia/, '');
    await press('Salvar');
    await screen.findByText('Canal editado');
    const [sent] = calls(requests, editStream);
    expect(sent!.path).toBe('/api/catalogue/streams/11');
    expect(sent!.body).toEqual({ name: 'Globo SP', epg_channel_id: null });
    await waitFor(() => expect(search()).toEqual({}));
  });

  it('sends nothing when no field was changed', async () => {
    const requests = server({ save: () => ({ ...stream(), message: 'Canal editado' }) });
    const { search } = await open('?dialog=edit&item=11');
    await screen.findByRole('dialog', { name: 'Editar canal' });
    await press('Salvar');
    await waitFor(() => expect(search()).toEqual({}));
    expect(calls(requests, editStream)).toEqual([]);
  });

  it('rejects an empty name and an invalid address before sending', async () => {
    const requests = server({ save: () => ({ ...stream(), message: 'Canal editado' }) });
    await open('?dialog=edit&item=11');
    await screen.findByRole('dialog', { name: 'Editar canal' });
    type('Nome', '');
    type(/^Imagem/, 'ftp://x');
    await press('Salvar');
    const alert = await screen.findByRole('alertdialog');
    expect(
      within(alert).getByText('O endereço deve começar com http:// ou https://'),
    ).toBeDefined();
    expect(screen.getByLabelText('Nome').getAttribute('aria-invalid')).toBe('true');
    expect(calls(requests, editStream)).toEqual([]);
  });

  it('shows the reason of the server under the field', async () => {
    server({
      save: () => {
        throw new Refusal('category_not_found', {
          fields: { category_id: 'Escolha uma categoria deste tipo.' },
        });
      },
    });
    await open('?dialog=edit&item=11');
    await screen.findByRole('dialog', { name: 'Editar canal' });
    type('Número', '9');
    await press('Salvar');
    const alert = await screen.findByRole('alertdialog');
    within(alert).getByText('Não foi possível encontrar a categoria');
    const fields = screen
      .getAllByLabelText('Categoria')
      .filter((field) => field.tagName === 'INPUT');
    expect(fields.map((field) => field.getAttribute('aria-invalid'))).toContain('true');
  });

  it('keeps the other details of a film, including its seconds, when one detail changes', async () => {
    const requests = server({ save: () => ({ ...film, message: 'Filme editado' }) });
    await open('/filmes?dialog=edit&item=21');
    await screen.findByRole('dialog', { name: 'Editar filme' });
    type(/^Nota/, '7,5');
    await press('Salvar');
    await screen.findByText('Filme editado');
    expect(calls(requests, editStream)[0]!.body).toEqual({
      details: { plot: 'Um rio.', year: '1999', rating: 7.5, duration_seconds: 5430 },
    });
  });

  it('edits a series with its own call', async () => {
    const requests = server({
      saveSeries: () => ({ ...series({ name: 'A Ilha' }), message: 'Série editada' }),
    });
    await open('/series?dialog=edit&item=31');
    await screen.findByRole('dialog', { name: 'Editar série' });
    type('Nome', 'A Ilha');
    await press('Salvar');
    await screen.findByText('Série editada');
    expect(calls(requests, editSeries)[0]!.body).toEqual({ name: 'A Ilha' });
  });
});

describe('actions on streams', () => {
  it('hides a channel after a confirmation and then offers to show it', async () => {
    const requests = server({
      save: ({ body }) => ({
        ...stream({ hidden: body.hidden === true }),
        message: 'Canal editado',
      }),
    });
    await open('');
    await rowOf('Globo HD');
    await act('Globo HD', 'Ocultar');
    await press('Sim, ocultar');
    await screen.findByText('Fora dos aplicativos');
    expect(calls(requests, editStream)[0]!.body).toEqual({ hidden: true });
    await act('Antigo', 'Mostrar');
    await press('Sim, mostrar');
    await waitFor(() => expect(calls(requests, editStream)).toHaveLength(2));
    expect(calls(requests, editStream)[1]!.body).toEqual({ hidden: false });
  });

  it('checks the sources of the filtered rows and stores the task in the address', async () => {
    const requests = server();
    const { search } = await open('?category=4');
    await rowOf('Globo HD');
    await press('Verificar origens');
    const question = await screen.findByRole('alertdialog');
    within(question).getByText('Esportes');
    await press('Sim, verificar');
    await waitFor(() => expect(search()).toEqual({ category: 4, task: 8 }));
    expect(calls(requests, checkSources)[0]!.body).toEqual({ kind: 'live', category: 4 });
    await screen.findByText('2 respondem, 1 com problema');
    await waitFor(() => expect(listed(requests)).toHaveLength(2));
    await press('Fechar');
    await waitFor(() => expect(search()).toEqual({ category: 4 }));
  });

  it('checks the source of one channel', async () => {
    const requests = server();
    await open('');
    await rowOf('Rede Norte');
    await act('Rede Norte', 'Verificar origem');
    await waitFor(() => expect(calls(requests, checkSources)[0]!.body).toEqual({ stream: 12 }));
  });
});

it('opens the episodes of a series and shows their number in words', async () => {
  const requests = server();
  const { search } = await open('/series');
  await press('Episódios: Ilha do Sol');
  await waitFor(() => expect(search()).toEqual({ series: 31 }));
  await screen.findByText('T1 E2');
  await screen.findByRole('heading', { name: 'Episódios de Ilha do Sol' });
  expect(calls(requests, listStreams)[0]!.query).toMatchObject({ kind: 'episode', series: '31' });
});
