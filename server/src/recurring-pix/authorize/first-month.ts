/** First month of an authorization, planned at the present time. */
import {
  type FirstMonth,
  planFirstMonth as plan,
} from '@ramal/contract/rules/payments/first-month';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Line } from '../../lines/lines.ts';

/** Without a line, the payment creates one. */
export function planFirstMonth(
  { clock }: Pick<AppContext, 'clock'>,
  line?: Pick<Line, 'expiresAt'>,
): FirstMonth {
  const now = clock.now();
  return plan(line?.expiresAt ?? now, now, clock.timeZone);
}
