import { Refusal } from '@ramal/contract/api/errors';
import {
  applyImport,
  createSourceList,
  deleteSourceList,
  discardImport,
  getImport,
  importFromAddress,
  importFromFile,
  listImportEntries,
  type ListImport,
  listSourceLists,
  type SourceList,
} from '@ramal/contract/catalogue/catalogue-lists';
import { getProfile } from '@ramal/contract/sessions';
import { getTask } from '@ramal/contract/tasks';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answering, calls, type Respond, show } from '../lines/test/screen.tsx';
import { Catalogue } from './Catalogue.tsx';
import { admin, entry, listImport, pageAnswer, sourceList, task } from './test/answers.ts';
import { type FakeUpload, fakeUploads } from './test/uploads.ts';

const byFile = sourceList({ id: 3, name: 'Filmes da casa', address: '', lastImport: null });

interface Server {
  lists?: () => SourceList[];
  found?: () => ListImport;
  entries?: Respond;
  acts?: Parameters<typeof answering>[0];
}

const server = ({
  lists = () => [sourceList(), byFile],
  found: answerImport = () => listImport(),
  entries = () => pageAnswer(entry()),
  acts = [],
}: Server = {}) =>
  answering([
    [getProfile, () => admin],
    [listSourceLists, lists],
    [getImport, answerImport],
    [listImportEntries, entries],
    ...acts,
  ]);

const open = (search = '') => show(<Catalogue />, `/catalogue/listas${search}`);
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
const inWindow = (name: string) =>
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });
const choose = (name: string, bytes = '#EXTM3U\n') =>
  fireEvent.change(screen.getByLabelText('Solte o arquivo aqui ou clique para escolher'), {
    target: { files: [new File([bytes], name)] },
  });

let uploads: FakeUpload[];
beforeEach(() => {
  sessionStorage.clear();
  uploads = fakeUploads();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('source lists', () => {
  it('offers to add the first list', async () => {
    server({ lists: () => [] });
    const { search } = await open();
    const face = (await screen.findByText('Importe sua primeira lista M3U')).parentElement!;
    fireEvent.click(within(face).getByRole('button', { name: 'Adicionar lista' }));
    await waitFor(() => expect(search()).toEqual({ dialog: 'create' }));
  });

  it('opens the upload of a file after a list without an address was created', async () => {
    const requests = server({
      acts: [
        [
          createSourceList,
          ({ body }) => ({ ...byFile, name: String(body.name), message: 'Lista cadastrada' }),
        ],
      ],
    });
    const { search } = await open('?dialog=create');
    await screen.findByRole('dialog', { name: 'Adicionar lista' });
    type('Nome', 'Filmes da casa');
    inWindow('Adicionar lista');
    await waitFor(() => expect(search()).toEqual({ dialog: 'file', item: 3 }));
    expect(calls(requests, createSourceList)[0]!.body).toEqual({
      name: 'Filmes da casa',
      joins_channels: true,
    });
    await screen.findByRole('dialog', { name: 'Enviar arquivo da lista' });
  });

  it('marks a name that already exists', async () => {
    server({
      acts: [
        [
          createSourceList,
          () => {
            throw new Refusal('name_taken', {
              fields: { name: 'Já existe um item com este nome.' },
            });
          },
        ],
      ],
    });
    await open('?dialog=create');
    await screen.findByRole('dialog', { name: 'Adicionar lista' });
    type('Nome', 'Principal');
    inWindow('Adicionar lista');
    within(await screen.findByRole('alertdialog')).getByText('Já existe um item com este nome.');
    expect(screen.getByLabelText('Nome').getAttribute('aria-invalid')).toBe('true');
  });

  it('imports from the address after a confirmation and opens the import', async () => {
    const requests = server({
      found: () => listImport({ state: 'reading', task: task() }),
      acts: [
        [importFromAddress, () => listImport({ state: 'reading', task: task() })],
        [getTask, () => task()],
      ],
    });
    const { search } = await open();
    await press('Importar agora: Principal');
    await press('Sim, buscar');
    await waitFor(() => expect(search()).toEqual({ import: 90 }));
    expect(calls(requests, importFromAddress)[0]!.path).toBe('/api/catalogue/lists/2/imports');
    await screen.findByText('Lendo a lista');
  });

  it('names the dependent data before a list is deleted', async () => {
    const requests = server({ acts: [[deleteSourceList, () => ({ message: 'Lista excluída' })]] });
    await open();
    await press('Ações de Principal');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Deletar' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('120 canais, 40 filmes, 300 episódios');
    await press('Sim, deletar');
    await screen.findByText('Lista deletada');
    expect(calls(requests, deleteSourceList)[0]!.path).toBe('/api/catalogue/lists/2');
  });
});

describe('upload of a list', () => {
  it('shows the progress of the upload and opens the import', async () => {
    server({
      found: () => listImport({ state: 'reading', task: task() }),
      acts: [[getTask, () => task()]],
    });
    const { search } = await open('?dialog=file&item=3');
    await screen.findByRole('dialog', { name: 'Enviar arquivo da lista' });
    choose('casa.m3u8', 'x'.repeat(2048));
    await waitFor(() => expect(uploads).toHaveLength(1));
    const [upload] = uploads;
    expect([upload!.method, upload!.url, upload!.headers.get('content-type')]).toEqual([
      'POST',
      '/api/catalogue/lists/3/file',
      'application/octet-stream',
    ]);
    act(() => upload!.upload.onprogress!({ loaded: 1024, total: 2048 }));
    await screen.findByText('Enviando, 50%');
    await screen.findByText('1 kB de 2 kB');
    act(() => upload!.answer(importFromFile, listImport({ state: 'reading', task: task() })));
    await waitFor(() => expect(search()).toEqual({ import: 90 }));
  });

  it('rejects a file of another type and an empty file before the upload', async () => {
    server();
    await open('?dialog=file&item=3');
    await screen.findByRole('dialog', { name: 'Enviar arquivo da lista' });
    choose('foto.png');
    await screen.findByText('Este arquivo não serve: envie .m3u, .m3u8 ou .gz.');
    choose('vazia.m3u', '');
    await screen.findByText('Este arquivo está vazio.');
    expect(uploads).toEqual([]);
  });

  it('shows why the server rejected the upload, and uploads again on request', async () => {
    server();
    await open('?dialog=file&item=3');
    await screen.findByRole('dialog', { name: 'Enviar arquivo da lista' });
    choose('casa.m3u');
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]!.refuse('import_running'));
    await screen.findByText(
      'Já há uma importação desta lista em andamento. Espere terminar ou descarte-a.',
    );
    await press('Tentar de novo');
    await waitFor(() => expect(uploads).toHaveLength(2));
    act(() => uploads[1]!.onerror!());
    expect(await screen.findByText(/Não deu para falar com o servidor/)).toBeDefined();
  });

  it('cancels the upload on request', async () => {
    server();
    await open('?dialog=file&item=3');
    await screen.findByRole('dialog', { name: 'Enviar arquivo da lista' });
    choose('casa.m3u');
    await screen.findByText('Enviando, 0%');
    await press('Cancelar envio');
    await screen.findByText('Solte o arquivo aqui ou clique para escolher');
    expect(screen.queryByRole('status', { name: /Não foi/ })).toBeNull();
  });
});

describe('preview of an import', () => {
  it('shows five counts, each of which filters the table', async () => {
    const requests = server({
      entries: ({ query }) =>
        query.result === 'changed'
          ? pageAnswer(
              entry({
                result: 'changed',
                name: 'Globo HD',
                changes: [{ field: 'Número', before: '4', after: '5' }],
              }),
            )
          : query.result === 'refused'
            ? pageAnswer(
                entry({
                  result: 'refused',
                  name: 'Sem link',
                  reason: 'O endereço não é http nem https',
                }),
              )
            : pageAnswer(entry()),
    });
    const { search } = await open('?import=90');
    await screen.findByText('Canal Novo');
    expect(
      screen
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')!.querySelector('b')!.textContent),
    ).toEqual(['1.204', '3', '2', '40', '1']);
    fireEvent.click(screen.getByRole('radio', { name: /^Mudaram/ }));
    await waitFor(() => expect(search()).toEqual({ import: 90, result: 'changed' }));
    const row = (await screen.findByText('Globo HD')).closest('tr')!;
    expect(row.textContent).toContain('Número');
    expect(within(row).getByLabelText('passa a ser')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: /^Recusados/ }));
    await screen.findByText('O endereço não é http nem https');
    expect(calls(requests, listImportEntries).map(({ query }) => query.result)).toEqual([
      'new',
      'changed',
      'refused',
    ]);
  });

  it('requests the entries that the address selects', async () => {
    const requests = server();
    await open('?import=90&result=gone&kind=film&search=rio&page=3&per_page=30');
    await screen.findByText('Canal Novo');
    expect(calls(requests, listImportEntries)[0]!.query).toEqual({
      result: 'gone',
      kind: 'film',
      search: 'rio',
      page: '3',
      per_page: '30',
      sort: 'position',
      dir: 'asc',
    });
  });

  it('applies the import after a confirmation, which can keep missing entries visible', async () => {
    let state: ListImport['state'] = 'ready';
    const requests = server({
      found: () =>
        listImport({
          state,
          task: task({ id: 9, state: state === 'applying' ? 'running' : 'done' }),
        }),
      acts: [
        [
          applyImport,
          () => {
            state = 'applying';
            return listImport({ state, task: task({ id: 9 }) });
          },
        ],
        [getTask, () => task({ id: 9 })],
      ],
    });
    await open('?import=90');
    await press('Aplicar ao catálogo');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('1.204 novos, 3 mudaram, 2 sumiram, 1 recusado');
    fireEvent.click(
      within(question).getByRole('switch', { name: /^Esconder o que sumiu da lista/ }),
    );
    within(question).getByText('2 continuam no ar');
    await press('Sim, aplicar');
    await screen.findByText('Aplicando ao catálogo');
    expect(calls(requests, applyImport)[0]!.body).toEqual({ hide_gone: false });
  });

  it('hides missing entries by default', async () => {
    const requests = server({ acts: [[applyImport, () => listImport({ state: 'applying' })]] });
    await open('?import=90');
    await press('Aplicar ao catálogo');
    await press('Sim, aplicar');
    await waitFor(() => expect(calls(requests, applyImport)[0]?.body).toEqual({ hide_gone: true }));
  });

  it('discards the import after a confirmation', async () => {
    const requests = server({
      acts: [[discardImport, () => ({ message: 'Importação descartada' })]],
    });
    const { search } = await open('?import=90');
    await press('Descartar');
    await press('Sim, descartar');
    await waitFor(() => expect(search()).toEqual({}));
    expect(calls(requests, discardImport)).toHaveLength(1);
  });
});

describe('import without a preview', () => {
  it('reads the import again when its task has ended before the answer', async () => {
    let imports = 0;
    server({
      found: () =>
        (imports += 1) === 1
          ? listImport({ state: 'applying', task: task({ state: 'done' }) })
          : listImport({ state: 'applied' }),
    });
    await open('?import=90');
    expect(await screen.findByText('Aplicada ao catálogo')).toBeTruthy();
  });

  it('shows the preview when the reading has ended', async () => {
    let done = false;
    server({
      found: () => (done ? listImport() : listImport({ state: 'reading', task: task() })),
      acts: [
        [
          getTask,
          () => {
            done = true;
            return task({ state: 'done' });
          },
        ],
      ],
    });
    await open('?import=90');
    expect(await screen.findByText('Canal Novo', {}, { timeout: 4000 })).toBeDefined();
  });

  it('shows why the import failed, and fetches the list again', async () => {
    let failed = true;
    const requests = server({
      found: () =>
        failed
          ? listImport({
              state: 'failed',
              task: task({
                state: 'failed',
                message: 'O que veio é uma página da internet, não uma lista M3U.',
              }),
            })
          : listImport({ id: 91 }),
      acts: [
        [
          importFromAddress,
          () => {
            failed = false;
            return listImport({ id: 91, state: 'reading', task: task({ id: 10 }) });
          },
        ],
      ],
    });
    const { search } = await open('?import=90');
    await screen.findByText(/O que veio é uma página da internet/);
    await press('Tentar de novo');
    await waitFor(() => expect(search()).toEqual({ import: 91 }));
    expect(calls(requests, importFromAddress)).toHaveLength(1);
  });

  it('shows an error for an import that does not exist', async () => {
    server({
      found: () => {
        throw new Refusal('import_not_found');
      },
    });
    await open('?import=90');
    expect(await screen.findByText('Não foi possível encontrar a importação')).toBeDefined();
  });

  it('offers no action after the import was applied', async () => {
    server({ found: () => listImport({ state: 'applied', appliedAtTimestamp: 1_790_000_100 }) });
    await open('?import=90');
    await screen.findByText('Aplicada ao catálogo');
    expect(screen.queryByRole('button', { name: 'Aplicar ao catálogo' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Descartar' })).toBeNull();
  });
});
