// @vitest-environment happy-dom
import { Refusal } from '@ramal/contract/api/errors';
import { getProfile } from '@ramal/contract/sessions';
import { createOriginLink, getStorefrontNumbers } from '@ramal/contract/storefront/numbers';
import { getStorefront } from '@ramal/contract/storefront/settings';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls, type Respond, show } from '../../lines/test/screen.tsx';
import { storefront } from '../test/answers.ts';
import { numbers } from '../test/number-answers.ts';
import { StorefrontNumbers } from './StorefrontNumbers.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function server(says: Respond = () => numbers(), creates: Respond = () => undefined) {
  return answering([
    [getProfile, () => profile()],
    [getStorefront, () => storefront()],
    [getStorefrontNumbers, says],
    [createOriginLink, creates],
  ]);
}

const open = (search = '') => show(<StorefrontNumbers />, `/storefront/numbers${search}`);
const hrefOf = (name: string | RegExp) =>
  decodeURIComponent(screen.getByRole('link', { name }).getAttribute('href') ?? '');

it('opens from every figure of the funnel the rows that it counts', async () => {
  server();
  await open();
  await screen.findByRole('link', { name: 'Visitas: 967' });
  expect(hrefOf('Visitas: 967')).toContain('/storefront/rows/visits');
  expect(hrefOf('Pediram teste: 158')).toContain('/storefront/rows/requests');
  expect(hrefOf('Testes entregues: 141')).toContain('result=taken');
  expect(hrefOf('Viraram cliente: 38')).toContain('/storefront/rows/sales');
  expect(hrefOf('17 recusados: ver por quê')).toContain('result=refused');
});

it('keeps the chosen period in the links to the rows', async () => {
  const requests = server();
  await open('?period=7d');
  await screen.findByRole('link', { name: 'Visitas: 967' });
  expect(calls(requests, getStorefrontNumbers)[0]?.query).toEqual({ period: '7d' });
  expect(hrefOf('Visitas: 967')).toContain('period=7d');
});

it('opens the counts of an origin with its kind and code', async () => {
  server();
  await open();
  const href = () => hrefOf('Status do WhatsApp, testes: 41');
  await screen.findByRole('link', { name: 'Status do WhatsApp, testes: 41' });
  expect(href()).toContain('originKind=code');
  expect(href()).toContain('originCode=status');
  expect(hrefOf('Indicação, depois do teste: 6')).toContain('after=test');
  expect(hrefOf('Total, testes: 141')).not.toContain('originKind');
});

it('shows no rate for an origin with fewer than ten tests', async () => {
  server();
  await open();
  const row = await screen.findByRole('row', { name: /Sem origem/ });
  expect(row.querySelector('[data-tooltip="Poucos testes para uma taxa"]')?.textContent).toBe('–');
  expect(screen.getByRole('row', { name: /Instagram/ }).textContent).toContain('18,4%');
});

it('opens refusals by reason and tests by device', async () => {
  server();
  await open();
  await screen.findByRole('link', { name: 'Já tinha feito teste: 11' });
  expect(hrefOf('Já tinha feito teste: 11')).toContain('reason=number');
  expect(hrefOf('TV Box: 37')).toContain('device=tv-box');
});

it('invites to share the address while nobody has opened the page', async () => {
  const { funnel } = numbers();
  const empty = Object.fromEntries(Object.keys(funnel).map((key) => [key, 0]));
  server(() => numbers({ funnel: empty as typeof funnel }));
  await open();
  expect(await screen.findByText('Ninguém abriu sua página ainda')).toBeTruthy();
  expect(await screen.findByRole('button', { name: /Copiar endereço/ })).toBeTruthy();
});

it('offers to try again after a failure', async () => {
  let isDown = true;
  server(() => {
    if (isDown) throw new Refusal('not_found');
    return numbers();
  });
  await open();
  const again = await screen.findByRole('button', { name: 'Tentar de novo' });
  isDown = false;
  fireEvent.click(again);
  expect(await screen.findByRole('link', { name: 'Visitas: 967' })).toBeTruthy();
});

it('creates a link with an origin and shows it with its QR code', async () => {
  const requests = server(undefined, ({ body }) => ({
    message: 'Link criado',
    link: {
      id: 1,
      name: body['name'],
      code: 'panfleto',
      url: 'https://rm.example/loja/marcelo-tv?o=panfleto',
      createdTimestamp: 1_795_000_000,
    },
  }));
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Criar link com origem' }));
  fireEvent.change(await screen.findByLabelText('Nome'), { target: { value: 'Panfleto' } });
  expect(await screen.findByText('rm.example/loja/marcelo-tv?o=panfleto')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Criar link' }));
  const dialog = await screen.findByRole('dialog', { name: 'Link de Panfleto' });
  expect(within(dialog).getByLabelText('QR code')).toBeTruthy();
  expect(calls(requests, createOriginLink)[0]?.body).toEqual({ name: 'Panfleto' });
});
