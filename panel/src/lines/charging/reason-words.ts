import { formatExpiry } from '@ramal/contract/rules/message';
import { capitalised } from '../../foundation/capitalised.ts';
import { panelTimeZone } from '../../foundation/dates.ts';
import { formatMoney } from '../../foundation/numbers.ts';
import type { RunLine } from './run.ts';

/** Returns why the customer receives a message: «Pagou R$ 35,00 e foi renovado», «Venceu ontem». */
export function messageReason({ reason, value, expiresAt }: RunLine, now: Date): string {
  const expiry = formatExpiry(expiresAt, { now, timeZone: panelTimeZone });
  if (reason === 'renewed') return `Renovado por você · ${expiry}`;
  if (reason !== 'paid') return capitalised(expiry);
  return `Pagou${value ? ` ${formatMoney(value)}` : ''} e foi renovado · ${expiry}`;
}
