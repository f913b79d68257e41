import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  getAppLinks,
  getPortalLinks,
  getTelegram,
  saveAppLinks,
  savePortalLinks,
  shortenLink,
} from '@ramal/contract/links';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answering, calls, show } from '../../lines/test/screen.tsx';
import { AppLinksCard } from './AppLinksCard.tsx';
import { FranchisePicker } from './FranchisePicker.tsx';
import { OtherTextsCard } from './OtherTextsCard.tsx';
import { PortalLinksCard } from './PortalLinksCard.tsx';
import { ShortenerCard } from './ShortenerCard.tsx';
import { TelegramCard } from './TelegramCard.tsx';

const published = (change: object = {}): ResponseOf<typeof getAppLinks> => ({
  links: '<p>Use <strong>Smarters</strong></p>',
  type: 1,
  idFranchise: null,
  inherited: false,
  dateFormatted: '12/11/2026 09:40',
  defaultLinks: '<p>http://r4.exemplo/get.php</p>',
  franchises: [{ id: 41, name: 'Aurora' }],
  ...change,
});

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const card = (franchise?: number) => (
  <AppLinksCard
    type={1}
    title="Links dos aplicativos IPTV"
    text="No recibo."
    franchise={franchise}
  />
);

it('loads the text of a franchise, and publishes nothing before it is changed', async () => {
  const requests = answering([
    [getAppLinks, () => published({ id_franchise: 41, inherited: true })],
    [saveAppLinks, () => ({ ...published(), message: 'Links publicados com sucesso!' })],
  ]);
  await show(card(41), '/settings-franchise');
  const text = await screen.findByRole('textbox', { name: 'Links dos aplicativos IPTV' });
  expect(text.querySelector('strong')?.textContent).toBe('Smarters');
  expect(screen.getByText('Vale o texto geral')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  const refusal = await screen.findByRole('alertdialog');
  expect(refusal.textContent).toContain('O texto não mudou. Mude-o e publique.');
  fireEvent.click(within(refusal).getByRole('button', { name: 'Entendi' }));
  expect(calls(requests, getAppLinks)[0]?.query).toEqual({ type: '1', id_franchise: '41' });
  fireEvent.click(screen.getByRole('button', { name: 'Negrito' }));
  expect(calls(requests, saveAppLinks)).toEqual([]);
});

it('shows the text of the system until one is published, and copies it into the editor', async () => {
  answering([[getAppLinks, () => published({ links: '', date_formatted: null })]]);
  await show(card(), '/settings-franchise');
  await screen.findByText('http://r4.exemplo/get.php');
  const editor = await screen.findByRole('textbox', { name: 'Links dos aplicativos IPTV' });
  expect(editor.textContent).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Começar pelo texto do sistema' }));
  await waitFor(() => expect(editor.textContent).toBe('http://r4.exemplo/get.php'));
});

it('states whether a short link of the portal follows its list', async () => {
  const links = {
    m3u8: 'http://r4.exemplo/a',
    ssiptv: 'http://r4.exemplo/b',
    m3u8_encurtado: 'http://painel.exemplo/s/abcdefghjk',
    ssiptv_encurtado: 'http://c.exemplo/1',
    automatic: { m3u8: true, ssiptv: false },
  };
  answering([[getPortalLinks, () => links]]);
  await show(<PortalLinksCard />, '/settings-franchise-portal');
  await screen.findByText('Criado pelo painel: acompanha o M3U8.');
  expect(screen.getByText('Digitado: fica como está se o SSIPTV mudar.')).toBeTruthy();
});

it('edits the text for each kind of device separately', async () => {
  const requests = answering([
    [getAppLinks, ({ query }) => published({ type: Number(query.type) })],
  ]);
  await show(<OtherTextsCard franchise={undefined} />, '/settings-franchise');
  await screen.findByRole('textbox', { name: 'STB' });
  for (const label of ['Web player', 'X-CLOUD', 'Novo P2P']) {
    fireEvent.click(screen.getByRole('combobox', { name: 'Qual texto' }));
    fireEvent.click(await screen.findByRole('option', { name: label, hidden: true }));
    await screen.findByRole('textbox', { name: label });
  }
  expect(calls(requests, getAppLinks).map(({ query }) => query.type)).toEqual(['5', '6', '7', '3']);
});

it('selects a franchise by the name of its brand', async () => {
  answering([[getAppLinks, () => published()]]);
  const onChange = vi.fn<(franchise: number | undefined) => void>();
  await show(<FranchisePicker value={undefined} onChange={onChange} />, '/settings-franchise');
  fireEvent.click(await screen.findByRole('combobox', { name: 'Franquia' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Aurora', hidden: true }));
  expect(onChange).toHaveBeenCalledWith(41);
});

it('shows an error under an invalid portal link and sends nothing', async () => {
  const none = {
    m3u8: '',
    ssiptv: '',
    m3u8_encurtado: '',
    ssiptv_encurtado: '',
    automatic: { m3u8: false, ssiptv: false },
  };
  const requests = answering([
    [getPortalLinks, () => none],
    [savePortalLinks, () => ({ ...none, message: 'Links publicados com sucesso!' })],
  ]);
  await show(<PortalLinksCard />, '/settings-franchise-portal');
  fireEvent.change(await screen.findByLabelText('SSIPTV'), { target: { value: 'r4.exemplo/ss' } });
  fireEvent.click(screen.getByRole('button', { name: 'Publicar links' }));
  await screen.findByText('Os links devem começar com http:// ou https://');
  expect(calls(requests, savePortalLinks)).toEqual([]);
  fireEvent.change(screen.getByLabelText('SSIPTV'), { target: { value: 'http://r4.exemplo/ss' } });
  fireEvent.click(screen.getByRole('button', { name: 'Publicar links' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, publicar' }));
  await waitFor(() => expect(calls(requests, savePortalLinks)).toHaveLength(1));
});

it('shows the published channel in its field', async () => {
  answering([[getTelegram, () => ({ link: 'https://t.me/avisos' })]]);
  await show(<TelegramCard />, '/settings-franchise');
  expect(await screen.findByDisplayValue('https://t.me/avisos')).toBeTruthy();
});

it('shows the short link of a shortened address', async () => {
  answering([
    [
      shortenLink,
      () => ({ link: 'https://c.exemplo/s/bcdfghjkmn', message: 'Link encurtado com sucesso!' }),
    ],
  ]);
  await show(<ShortenerCard />, '/settings');
  fireEvent.change(await screen.findByLabelText('Link para encurtar'), {
    target: { value: 'https://exemplo.com' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Encurtar' }));
  expect(await screen.findByRole('button', { name: /Link curto/ })).toBeTruthy();
  // No result is shown after the address is changed or rejected.
  fireEvent.change(screen.getByLabelText('Link para encurtar'), {
    target: { value: 'javascript:' },
  });
  expect(screen.queryByRole('button', { name: /Link curto/ })).toBeNull();
});
