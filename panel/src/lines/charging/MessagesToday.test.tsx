import { listMessages } from '@ramal/contract/lines/messages';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answering, calls, show } from '../test/screen.tsx';
import { MessagesToday, useMessageCounts } from './MessagesToday.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('counts the messages of today by reason and leads to them', async () => {
  const requests = answering([
    [
      listMessages,
      () => ({
        total: 8,
        by_reason: [
          { reason: 'paid', total: 1 },
          { reason: 'renewed', total: 5 },
          { reason: 'today', total: 2 },
        ],
        messages: [],
      }),
    ],
  ]);
  await show(<MessagesToday />, '/dashboard');
  expect(
    (await screen.findByRole('heading', { name: /^Mensagens de hoje/ })).textContent,
  ).toContain('8');
  expect(screen.getByText('1 pagou · 5 renovados · 2 vencem hoje')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Enviar as mensagens de hoje' });
  expect(link.getAttribute('href')).toBe('/charge');
  expect(calls(requests, listMessages)[0]!.query).toEqual({ limit: '0' });
});

/** The number shows that the answer has arrived. */
function Counted() {
  const { data } = useMessageCounts(true);
  return (
    <>
      <MessagesToday />
      Lidas: {data?.total}
    </>
  );
}

it('renders nothing if no customer waits for a message', async () => {
  const requests = answering([]);
  await show(<Counted />, '/dashboard');
  await screen.findByText('Lidas: 0');
  expect(calls(requests, listMessages)).toHaveLength(1);
  expect(screen.queryByRole('region', { name: 'Mensagens de hoje' })).toBeNull();
});
