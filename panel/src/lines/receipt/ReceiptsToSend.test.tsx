import { Refusal } from '@ramal/contract/api/errors';
import { listRenewalReceipts, settleRenewalReceipt } from '@ramal/contract/payments/receipts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { created, profile } from '../test/answers.ts';
import { answering, calls, type Respond, show } from '../test/screen.tsx';
import { getProfile } from '@ramal/contract/sessions';
import { linePlatforms } from '../platforms/platforms.ts';
import { ReceiptsToSend } from './ReceiptsToSend.tsx';

const platform = linePlatforms[0]!;
const waiting = {
  id: 31,
  line_id: 7,
  platform: platform.definition.key,
  username: '84920175',
  nota: 'Dona Célia',
  whatsapp: '5592955550118',
  value: 35,
  renewed_until_timestamp: 1_790_000_000,
};
let opened: string[];

beforeEach(() => {
  opened = [];
  vi.spyOn(window, 'open').mockImplementation((url) => {
    opened.push(decodeURIComponent(String(url)));
    return null;
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(change: Partial<typeof waiting> = {}, settled?: Respond) {
  let left = [{ ...waiting, ...change }];
  const requests = answering([
    [getProfile, () => profile()],
    [listRenewalReceipts, () => ({ total: left.length, receipts: left })],
    [
      settleRenewalReceipt,
      settled ??
        (() => {
          left = [];
          return { message: 'Recibo anotado' };
        }),
    ],
    [platform.receipt.declaration, () => created({ id: 7, whatsapp: waiting.whatsapp, ...change })],
  ]);
  await show(<ReceiptsToSend />, '/users-iptv');
  await screen.findByText('1 cliente renovou sozinho');
  return requests;
}

it('opens the conversation with the receipt and removes it from the queue', async () => {
  const requests = await open();
  fireEvent.click(screen.getByRole('button', { name: 'Enviar recibo: Dona Célia' }));
  await waitFor(() => expect(screen.queryByText('Recibos a enviar')).toBeNull());
  expect(opened).toHaveLength(1);
  expect(opened[0]).toMatch(/^https:\/\/wa\.me\/\d+\?text=/);
  expect(calls(requests, settleRenewalReceipt)[0]!.path).toContain('/31/sent');
});

it('dismisses a receipt without a message', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Dispensar o recibo: Dona Célia' }));
  await waitFor(() => expect(screen.queryByText('Recibos a enviar')).toBeNull());
  expect(opened).toEqual([]);
});

it('keeps the receipt and shows an error when the dismissal fails', async () => {
  const requests = await open({}, () => {
    throw new Refusal('recharge_not_found');
  });
  fireEvent.click(screen.getByRole('button', { name: 'Dispensar o recibo: Dona Célia' }));
  expect(await screen.findByRole('alertdialog')).toBeTruthy();
  expect(calls(requests, settleRenewalReceipt)).toHaveLength(1);
  expect(screen.getByText('Recibos a enviar')).toBeTruthy();
});
