import { Box, Group, Skeleton } from '@mantine/core';
import { IconAlertCircle, IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCredits, formatMoney } from '../../foundation/numbers.ts';
import { Initials } from '../../ui/Initials.tsx';
import { asDecimal } from '../../foundation/amounts.ts';
import type { Balances, CreditQuote, CreditValues } from './credit-form.ts';
import classes from './CreditEffect.module.css';

interface CreditEffectProps {
  direction: CreditValues['direction'];
  balances: Balances;
  quote: CreditQuote;
  /** Names of the caller and of the reseller. */
  me: string;
  them: string;
}

/** Shows both balances before and after, and the value of the sale, before the credits move. */
export function CreditEffect({ direction, balances, quote, me, them }: CreditEffectProps) {
  const { amount, mineAfter, theirsAfter } = quote;
  return (
    <dl className={classes.root} aria-live="polite">
      <Side name={me} label="Você">
        {balances.mine === null ? (
          <Issuing amount={amount} direction={direction} />
        ) : (
          <Change before={balances.mine} after={mineAfter ?? undefined} />
        )}
      </Side>
      <Side name={them} label={them}>
        <Change before={balances.theirs} after={theirsAfter} />
      </Side>
      {quote.bonus > 0 && (
        <div>
          <Box component="dt" c="dimmed">
            Bônus de recarga
          </Box>
          <Box component="dd" c="var(--ink)">
            + {formatCredits(asDecimal(quote.bonus))}
          </Box>
        </div>
      )}
      <div>
        <Box component="dt" c="dimmed">
          {direction === 'give' ? 'Valor da venda' : 'Valor da devolução'}
        </Box>
        <Box component="dd" c="var(--ink)" fz="field" fw={600} lts="var(--tracking-body)">
          {quote.saleCents === undefined ? '–' : formatMoney(asDecimal(quote.saleCents))}
        </Box>
      </div>
    </dl>
  );
}

function Side({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <Initials name={name} size={26} />
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function Change({ before, after }: { before: number | undefined; after: number | undefined }) {
  if (before === undefined || after === undefined)
    return <Skeleton height={16} width={92} radius={6} />;
  if (after < 0) {
    return (
      <Group component="span" gap="2xs" wrap="nowrap" display="inline-flex" c="var(--bad)" fw={500}>
        <IconAlertCircle size={16} stroke={1.75} aria-hidden />
        faltam {formatCredits(asDecimal(-after))}
      </Group>
    );
  }
  if (before === after) return <b>{formatCredits(asDecimal(after))}</b>;
  return (
    <>
      <span className="visually-hidden">antes </span>
      {formatCredits(asDecimal(before))}
      <IconArrowRight size={15} stroke={1.75} aria-label="depois" />
      <b>{formatCredits(asDecimal(after))}</b>
    </>
  );
}

/**
 * Effect of a credit movement by an admin. An admin has no balance. Assigned credits are created,
 * and withdrawn credits are destroyed.
 */
function Issuing({
  amount,
  direction,
}: {
  amount: number | undefined;
  direction: CreditValues['direction'];
}) {
  if (amount === undefined) return direction === 'give' ? 'emite créditos' : 'recolhe créditos';
  return (
    <>
      {direction === 'give' ? 'emite' : 'recolhe'} <b>{formatCredits(asDecimal(amount))}</b>
    </>
  );
}
