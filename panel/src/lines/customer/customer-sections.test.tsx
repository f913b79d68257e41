import { Refusal } from '@ramal/contract/api/errors';
import { listLinePayments } from '@ramal/contract/lines/line-page';
import { markLinePaid } from '@ramal/contract/lines/line-payments';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { createRenewalLink } from '@ramal/contract/portal/portal';
import { endViewing, listLineViewings, listRefusedPlays } from '@ramal/contract/watching';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { lineListAnswer, row } from '../test/answers.ts';
import { choose, hidden, open, server } from '../test/list.tsx';
import { calls } from '../test/screen.tsx';
import { NAME, both, page, pressRow, viewing, prepareTests, NOW_S } from './test/customer.tsx';

prepareTests();

const renewalLink = {
  url: 'https://r4.example/r/abc',
  expires_at: 1_798_000_000,
  value: 35,
  pix_code: null,
  message: 'Renove em https://r4.example/r/abc',
  whatsapp: '5511955550142',
  sandbox: false,
};

describe('the sections', () => {
  it('shows what plays, and ends it only after a confirmation', async () => {
    const requests = server(
      both,
      [listLineViewings, () => [viewing]],
      [endViewing, () => ({ message: 'Exibição encerrada' })],
    );
    await open('/users-iptv?line=1');
    const section = within(await screen.findByRole('region', { name: 'Aparelhos' }));
    expect(await section.findByText('1 de 2 telas em uso')).toBeDefined();
    expect(section.getByText('Canal de teste, há 42 min')).toBeDefined();
    expect(section.getByRole('listitem').getAttribute('title')).toBe(
      '203.0.113.7 · HLS · 20261121154210-3F2A',
    );
    fireEvent.click(section.getByRole('button', { name: 'Desligar VLC: Canal de teste' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('só reabre este conteúdo depois de 1 minuto');
    expect(calls(requests, endViewing)).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Sim, encerrar' }));
    expect(await screen.findByText('Exibição encerrada')).toBeDefined();
    expect(calls(requests, endViewing)).toMatchObject([
      { path: `/api/viewings/${viewing.id}/end` },
    ]);
  });

  it('says why the player refused the line, and that devices compete for the screen', async () => {
    const contested = row({ contested_until_timestamp: NOW_S + 90 });
    const refused = {
      reason: 'screens' as const,
      text: 'As telas da assinatura estão em uso em outro aparelho.',
      user_agent: 'TiviMate',
      refused_at_timestamp: NOW_S - 60,
    };
    server(() => lineListAnswer(contested), [listRefusedPlays, () => [refused]]);
    await open('/users-iptv?line=1');
    expect(await screen.findByText('O player recusou este usuário')).toBeDefined();
    expect(screen.getByText('Dois aparelhos disputam a tela desta linha')).toBeDefined();
  });

  it('keeps the other sections when one cannot be loaded, and loads it again', async () => {
    let fails = true;
    server(both, [
      listLinePayments,
      () => {
        if (fails) throw new Refusal('line_not_found');
        return [{ id: 1, cents: 3_500, method: 'pix', paid_at_timestamp: 1_793_000_000 }];
      },
    ]);
    await open('/users-iptv?line=1');
    const money = within(await screen.findByRole('region', { name: 'Dinheiro' }));
    expect(await money.findByText('Não deu para carregar.')).toBeDefined();
    expect(screen.getByRole('region', { name: 'Linha do tempo' })).toBeDefined();
    fails = false;
    fireEvent.click(money.getByRole('button', { name: 'Tentar de novo' }));
    expect(await money.findByText(/em \d\d\/\d\d, no Pix/)).toBeDefined();
  });

  it('reads payments and history again after a payment', async () => {
    const requests = server(both, [
      markLinePaid,
      () => ({ message: 'Em aberto', id: 1, paid: false }),
    ]);
    await open('/users-iptv?line=1');
    const money = within(await screen.findByRole('region', { name: 'Dinheiro' }));
    const reads = () =>
      [getLineHistory, listLinePayments].map((declaration) => calls(requests, declaration).length);
    await waitFor(() => expect(Math.min(...reads())).toBe(1));
    const before = reads();
    fireEvent.click(await money.findByRole('button', { name: 'Pago: marcar em aberto' }));
    await waitFor(() => expect(reads()).toEqual(before.map((count) => count + 1)));
  });

  it('copies the renewal link and offers to send it', async () => {
    const requests = server(both, [createRenewalLink, () => renewalLink]);
    await open('/users-iptv?line=1');
    fireEvent.click(await screen.findByRole('button', { name: 'Link de renovação' }));
    expect(await screen.findByText(/^Link de renovação (copiado|criado)$/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Plano e cupom' })).toBeDefined();
    expect(calls(requests, createRenewalLink)[0]?.body).toEqual({ months: 1 });
  });

  it('shows the whole history with its pages', async () => {
    const entry = {
      id: 9,
      date: '20/11/2026 14:32',
      timestamp: 1_795_000_000,
      actor: 'marcelo',
      kind: 'line-edited',
      title: 'Dados editados',
      expires_timestamp: null,
      cents: null,
      details: ['Anotações: João → João da Silva'],
      charged: 0,
      ip: '198.51.100.9',
    };
    server(both, [
      getLineHistory,
      () => ({ ...lineListAnswer(), data: [entry], total: 25, last_page: 3 }),
    ]);
    await open();
    await choose(NAME, 'Histórico');
    expect(await screen.findByText('Anotações: João → João da Silva')).toBeDefined();
    expect(
      screen.getByRole('navigation', { name: 'Páginas do histórico', ...hidden }),
    ).toBeDefined();
  });

  it('hides the money of a test, and of a line of a descendant', async () => {
    const trial = row({ is_trial: true, status: 'Teste' });
    const other = row({ id: 2, username: '31313131', nota: 'João', id_res: 9 });
    server(() => lineListAnswer(trial, other));
    await open('/users-iptv?line=1');
    await page();
    await screen.findByText('1 de 2');
    expect(screen.queryByRole('region', { name: 'Dinheiro' })).toBeNull();
    expect(screen.getByRole('toolbar', { name: 'Ações do cliente' }).textContent).not.toContain(
      'Cobrar',
    );
    await pressRow('31313131');
    await page('João');
    expect(screen.queryByRole('button', { name: 'Mudar o preço' })).toBeNull();
  });
});
