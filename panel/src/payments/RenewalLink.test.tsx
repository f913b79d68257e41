import { errorText, Refusal } from '@ramal/contract/api/errors';
import { createRenewalLink, revokeRenewalLinks } from '@ramal/contract/portal/portal';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { lineListAnswer, row } from '../lines/test/answers.ts';
import { choose, open, server } from '../lines/test/list.tsx';
import { calls } from '../lines/test/screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const NAME = '84920175';

it('confirms the revocation of renewal links, and sends nothing on «Não»', async () => {
  const requests = server(
    () => lineListAnswer(row({ nota: 'Dona Célia' })),
    [revokeRenewalLinks, () => ({ message: 'Links revogados', revoked: 2 })],
  );
  await open();
  await choose(NAME, 'Link de renovação');
  const revoke = await screen.findByRole('button', { name: 'Revogar os links desta linha' });
  fireEvent.click(revoke);
  const question = await screen.findByRole('alertdialog', {
    name: 'Revogar os links de Dona Célia?',
  });
  expect(question.textContent).toContain('deixam de abrir agora');
  fireEvent.click(within(question).getByRole('button', { name: 'Não' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls(requests, revokeRenewalLinks)).toEqual([]);
  fireEvent.click(revoke);
  fireEvent.click(await screen.findByRole('button', { name: 'Sim, revogar' }));
  await screen.findByText('Links revogados');
  expect(calls(requests, revokeRenewalLinks)).toHaveLength(1);
});

it('links to the prices when the plan has no price', async () => {
  server(
    () => lineListAnswer(row()),
    [
      createRenewalLink,
      () => {
        throw new Refusal('plan_without_price');
      },
    ],
  );
  await open();
  await choose(NAME, 'Link de renovação');
  fireEvent.click(await screen.findByRole('button', { name: 'Criar link' }));
  const prices = await screen.findByRole('link', { name: 'Preços por plano' });
  expect(prices.getAttribute('href')).toContain('/recharge-portal?dialog=prices');
  expect(screen.getByText(errorText('plan_without_price'))).toBeDefined();
});

it('sends the coupon that the link shall contain', async () => {
  const requests = server(
    () => lineListAnswer(row()),
    [
      createRenewalLink,
      () => {
        throw new Refusal('coupon_unknown');
      },
    ],
  );
  await open();
  await choose(NAME, 'Link de renovação');
  fireEvent.change(await screen.findByLabelText(/^Cupom/), { target: { value: 'natal20' } });
  fireEvent.click(screen.getByRole('button', { name: 'Criar link' }));
  expect(await screen.findByText(errorText('coupon_unknown'))).toBeDefined();
  expect(calls(requests, createRenewalLink)[0]!.body).toMatchObject({ coupon: 'NATAL20' });
});
