import { Refusal } from '@ramal/contract/api/errors';
import {
  type BrandSettings,
  createBrand,
  deleteBrand,
  editBrand,
  editBrandLook,
  listBrands,
} from '@ramal/contract/brands/brand-settings';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls, type SentRequest, show } from '../../lines/test/screen.tsx';
import { Brands } from './Brands.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const aurora: BrandSettings = {
  id: 5,
  name: 'Aurora Play',
  title: '',
  accent: '#7b2fa0',
  alwaysLight: true,
  hosts: ['tv.aurora.example', 'aurora.example'],
  idFranchise: 3,
  logo: '',
  favicon: '',
  background: '',
  receiptText: '',
  testText: '',
  chargeText: '',
  hiddenHosts: [],
  version: '41',
};
const farol: BrandSettings = { ...aurora, id: null, name: 'Farol', hosts: ['farol.example'] };

async function open(as: 'admin' | 'franchise', brands: BrandSettings[], at = '/brands/5') {
  const saved = (message: string) => () => ({ message, brand: aurora });
  const requests = answering([
    [getProfile, () => profile({ profile: as })],
    [listBrands, () => ({ brands, franchises: [{ id: 3, username: 'aurora' }] })],
    [editBrand, saved('Marca publicada')],
    [editBrandLook, saved('Marca publicada')],
    [
      createBrand,
      () => {
        throw new Refusal('brand_host_taken', { values: { host: 'farol.example', name: 'Farol' } });
      },
    ],
    [deleteBrand, () => ({ message: 'Marca excluída' })],
  ]);
  await show(<Brands />, at);
  return requests;
}

const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const publish = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Publicar marca' });

it('counts unpublished changes, publishes them, and undoes the publication', async () => {
  const requests = await open('admin', [aurora, farol]);
  expect(await screen.findByText('2 endereços')).toBeTruthy();
  fireEvent.click(publish());
  const refusal = await screen.findByRole('alertdialog');
  expect(refusal.textContent).toContain('Nada mudou nesta marca. Mude algo e publique.');
  fireEvent.click(within(refusal).getByRole('button', { name: 'Entendi' }));
  expect(calls(requests, editBrand)).toEqual([]);
  await type('Nome', 'Aurora TV');
  await type('Cor', '#6a3fc2');
  expect(screen.getByText('2 mudanças não publicadas')).toBeTruthy();
  expect(screen.getByRole('figure', { name: 'Prévia da marca' }).textContent).toContain(
    'Aurora TV',
  );
  fireEvent.click(publish());
  await screen.findByText('Marca publicada');
  expect(calls(requests, editBrand)[0]!.body).toMatchObject({
    name: 'Aurora TV',
    accent: '#6a3fc2',
    hosts: aurora.hosts,
    id_franchise: '3',
  });
  fireEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
  await screen.findByText('A marca está como antes');
  expect(calls(requests, editBrand)[1]!.body).toMatchObject({ name: 'Aurora Play' });
});

/**
 * Opens the editor of a brand that another admin can change. The fake server rejects an outdated
 * version, as the real server does. `list` returns the brand for the calls that read it.
 */
async function openShared(list: (stands: BrandSettings) => BrandSettings = (settings) => settings) {
  let stored = aurora;
  const publishOver = ({ body }: SentRequest) => {
    if (body.version !== stored.version) throw new Refusal('changed_meanwhile');
    stored = { ...stored, name: String(body.name), version: String(Number(stored.version) + 1) };
    return { message: 'Marca publicada', brand: stored };
  };
  const requests = answering([
    [getProfile, () => profile({ profile: 'admin' })],
    [listBrands, () => ({ brands: [list(stored)], franchises: [] })],
    [editBrand, publishOver],
  ]);
  await show(<Brands />, '/brands/5');
  const versions = () => calls(requests, editBrand).map(({ body }) => body.version);
  const byOther = () => void (stored = { ...stored, name: 'De outra pessoa', version: '90' });
  return { requests, versions, byOther };
}

it('keeps the input when another admin changed the brand, and «Descartar» shows the stored one', async () => {
  const { requests, byOther } = await openShared();
  await type('Nome', 'Aurora TV');
  byOther();
  fireEvent.click(publish());
  const refusal = await screen.findByRole('alertdialog');
  expect(refusal.textContent).toContain('alterou isto enquanto você editava');
  fireEvent.click(within(refusal).getByRole('button', { name: 'Entendi' }));
  await waitFor(() => expect(calls(requests, listBrands)).toHaveLength(2));
  expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Aurora TV');
  expect(screen.getByText('1 mudança não publicada')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('De outra pessoa');
  await type('Nome', 'Aurora TV');
  fireEvent.click(publish());
  await screen.findByText('Marca publicada');
});

it('saves again over its own version while the list is outdated', async () => {
  const { versions } = await openShared(() => aurora);
  await type('Nome', 'Aurora TV');
  fireEvent.click(publish());
  await screen.findByText('Marca publicada');
  await type('Nome', 'Aurora Mais');
  fireEvent.click(publish());
  await waitFor(() => expect(versions()).toEqual(['41', '42']));
});

it('undoes its own save, but not over a later change', async () => {
  const { versions, byOther } = await openShared();
  await type('Nome', 'Aurora TV');
  fireEvent.click(publish());
  await screen.findByText('Marca publicada');
  fireEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
  await screen.findByText('A marca está como antes');
  expect(versions()).toEqual(['41', '42']);

  await type('Nome', 'Aurora Mais');
  fireEvent.click(publish());
  await waitFor(() => expect(versions()).toEqual(['41', '42', '43']));
  byOther();
  fireEvent.click(await screen.findByRole('button', { name: 'Desfazer' }));
  const refusal = await screen.findByRole('alertdialog');
  expect(refusal.textContent).toContain('Outra pessoa publicou esta marca depois de você.');
  expect(versions()).toEqual(['41', '42', '43', '44']);
});

it('shows the contrast while a colour is selected, and rejects an illegible one', async () => {
  const requests = await open('admin', [aurora]);
  expect(await screen.findAllByText('7,6 : 1')).toHaveLength(2);
  await type('Cor', '#e28cff');
  expect(screen.getAllByLabelText('não serve').length).toBeGreaterThan(0);
  fireEvent.click(publish());
  expect((await screen.findAllByText(/Escolha uma cor mais escura/)).length).toBeGreaterThan(0);
  expect(calls(requests, editBrand)).toEqual([]);
});

it('confirms the deletion with the hosts that will show the installation’s brand', async () => {
  const requests = await open('admin', [aurora]);
  fireEvent.click(await screen.findByRole('button', { name: 'Excluir marca' }));
  await screen.findByText(/tv\.aurora\.example, aurora\.example: passam a mostrar/);
  fireEvent.click(screen.getByRole('button', { name: 'Sim, excluir' }));
  await screen.findByText('Marca excluída');
  expect(calls(requests, deleteBrand)).toHaveLength(1);
});

it('names the brand that already has a host', async () => {
  await open('admin', [farol], '/brands/nova');
  await type('Nome', 'Outra');
  const hosts = await screen.findByPlaceholderText('painel.exemplo.com');
  hosts.focus();
  fireEvent.change(hosts, { target: { value: 'farol.example' } });
  fireEvent.keyDown(hosts, { key: 'Enter' });
  await screen.findByText('2 mudanças não publicadas');
  fireEvent.click(screen.getByRole('button', { name: 'Criar marca' }));
  expect((await screen.findAllByText(/já é da marca Farol/)).length).toBeGreaterThan(0);
});

it('permits no change of a brand from the file', async () => {
  await open('admin', [aurora, farol], '/brands/arquivo-farol-example');
  await screen.findByText('Esta marca está no arquivo');
  expect(screen.queryByRole('button', { name: 'Publicar marca' })).toBeNull();
});

it('lets a franchise edit only the appearance of its brand', async () => {
  const requests = await open('franchise', [aurora], '/brands');
  await type('Nome', 'Aurora TV');
  for (const label of ['Endereços', 'Franquia']) expect(screen.queryByLabelText(label)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Excluir marca' })).toBeNull();
  fireEvent.click(publish());
  await waitFor(() => expect(calls(requests, editBrandLook)).toHaveLength(1));
});

it('tells a franchise without a brand who can create one', async () => {
  await open('franchise', [], '/brands');
  expect(await screen.findByText('Sua franquia ainda não tem uma marca')).toBeTruthy();
});
