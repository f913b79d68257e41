import { createIptvLine, getIptvPackages } from '@ramal/contract/lines/iptv-lines';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { iptvLines } from '../../lines/platforms/iptv.ts';
import { created, packages } from '../../lines/test/answers.ts';
import { answering, calls, show } from '../../lines/test/screen.tsx';
import { NewCustomer } from './NewCustomer.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const recipient = () => screen.getByLabelText<HTMLInputElement>('Para quem');
const type = (value: string) => fireEvent.change(recipient(), { target: { value } });
const open = () =>
  show(<NewCustomer platforms={[iptvLines]} tested={[iptvLines]} generated={0} />, '/reseller');

it('keeps the name of the next customer when an earlier test arrives late', async () => {
  const answer = Promise.withResolvers<void>();
  const requests = answering([
    [getIptvPackages, () => packages],
    [
      createIptvLine,
      async () => {
        await answer.promise;
        return created({ is_trial: true });
      },
    ],
  ]);
  await open();
  type('Dona Célia');
  fireEvent.click(screen.getByRole('button', { name: /^Teste IPTV/ }));
  await waitFor(() => expect(calls(requests, createIptvLine)).toHaveLength(1));
  type('Wellington');
  answer.resolve();
  await screen.findByText('Teste criado com sucesso');
  expect(recipient().value).toBe('Wellington');
  fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(screen.queryByText('Teste criado com sucesso')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: /^Teste IPTV/ }));
  await waitFor(() => expect(recipient().value).toBe(''));
  expect(calls(requests, createIptvLine)[1]?.body).toMatchObject({ nota: 'Wellington' });
});

it('«Colar» keeps the hours that were selected while the clipboard was read', async () => {
  answering([]);
  const clipboard = Promise.withResolvers<string>();
  vi.spyOn(navigator.clipboard, 'readText').mockReturnValue(clipboard.promise);
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Colar' }));
  fireEvent.click(screen.getByRole('radio', { name: '2 h' }));
  clipboard.resolve('Wellington');
  await waitFor(() => expect(recipient().value).toBe('Wellington'));
  expect(screen.getByRole('radio', { name: '2 h' })).toHaveProperty('checked', true);
});
