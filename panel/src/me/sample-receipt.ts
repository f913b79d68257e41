/**
 * A line of the user to preview a text with, or an invented line if the user has none of this kind.
 */
import { customerName } from '@ramal/contract/rules/customer-name';
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import type { MessageKind } from '@ramal/contract/rules/message';
import { useState } from 'react';
import { formatDateTime } from '../foundation/dates.ts';
import type { LineQuery } from '../lines/platforms/platform.ts';
import { linePlatforms } from '../lines/platforms/platforms.ts';
import { usePlatformRead } from '../lines/platforms/calls.ts';
import { useAccount } from '../lines/account.ts';
import type { Receipt } from '../lines/receipt/receipt.ts';

const first: LineQuery = {
  whose: 0,
  page: 1,
  perPage: 1,
  search: undefined,
  status: undefined,
  expiring: undefined,
  deleted: false,
  sort: 'exp_date',
  direction: 'desc',
};

const linesOf: Record<MessageKind, Partial<LineQuery>> = {
  receipt: { status: 'Ativo', expired: false },
  test: { status: 'Teste', expired: false },
  charge: { expired: true },
};

export function useSampleReceipt(kind: MessageKind): { receipt: Receipt; whose: string } {
  const { sells } = useAccount();
  const [invented] = useState(() => example(kind));
  const platform = linePlatforms.find(sells);
  const { data: page } = usePlatformRead(platform?.list, { ...first, ...linesOf[kind] });
  const line = page?.rows[0];
  const { data: receipt } = usePlatformRead(platform?.receipt, line?.id ?? 0, {
    enabled: line !== undefined,
  });
  if (!receipt || !line) return { receipt: invented, whose: 'com um cliente de exemplo' };
  return { receipt, whose: `com ${customerName(line).name}` };
}

function example(kind: MessageKind): Receipt {
  const after = { receipt: 30 * DAY_MS, test: 6 * HOUR_MS, charge: -3 * DAY_MS }[kind];
  const expiresAt = new Date(Date.now() + after);
  return {
    id: 0,
    username: '84920175',
    password: 'k7Tq29xm',
    note: 'Dona Célia',
    expiresAt,
    expiresText: formatDateTime(expiresAt),
    isTrial: kind === 'test',
    ...(kind === 'test' ? { testHours: 6 } : {}),
    whatsapp: null,
    packageName: 'Completo',
    franchise: 'Abra o aplicativo e digite o usuário e a senha.',
  };
}
