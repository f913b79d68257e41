import { inTwoLines } from '../../lines/fields/package-words.ts';
import { terms } from '@ramal/contract/rules/terms';
import { Text } from '@mantine/core';
import { IconCoins, IconShoppingBag } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { creditsInWords } from '../../foundation/numbers.ts';
import { useIdle } from '../../foundation/lazy-component.tsx';
import { useNow } from '../../foundation/use-now.ts';
import { useAccount } from '../../lines/account.ts';
import { firstPlatform, lastCredits, lastPackage } from '../../lines/create/last-sale.ts';
import { offeredValues } from '../../lines/create/offered-values.ts';
import { REQUEST_LABEL, useSellsCredits } from '../../lines/fields/TopUpAction.tsx';
import { quoteOfficial } from '../../lines/fields/quote.ts';
import { requestCredits } from '../../lines/fields/whatsapp.ts';
import { usePlatformRead } from '../../lines/platforms/calls.ts';
import type { LinePlatform } from '../../lines/platforms/platform.ts';
import { periodLabel, shortDay } from '../../lines/sell/sale-words.ts';
import { TextSkeleton } from '../../lines/TextSkeleton.tsx';
import classes from './SellButton.module.css';

/** True if the balance is below the cheapest period, so that no line can be sold. */
function useIsEmpty(): boolean {
  const { balance } = useAccount();
  return typeof balance === 'number' && balance < terms[0]!.credits;
}

/** Opens the sheet of a sale. Without credits, leads to their purchase instead. */
export function SellButton({ onSell }: { onSell: () => void }) {
  const isEmpty = useIsEmpty();
  const sellsCredits = useSellsCredits(isEmpty);
  if (isEmpty && sellsCredits !== false)
    return (
      <Link to="/buy-credits" className={classes.root}>
        <IconCoins size={20} stroke={1.75} aria-hidden />
        <b>Comprar créditos</b>
      </Link>
    );
  return (
    <button type="button" className={classes.root} onClick={isEmpty ? requestCredits : onSell}>
      <IconShoppingBag size={20} stroke={1.75} aria-hidden />
      <b>{isEmpty ? REQUEST_LABEL : 'Vender'}</b>
    </button>
  );
}

/** States the package and the period that «Vender» offers first. */
export function SellLine({ platforms }: { platforms: readonly LinePlatform[] }) {
  const now = useNow();
  const isEmpty = useIsEmpty();
  const platform = firstPlatform(platforms);
  const { data, query } = usePlatformRead(platform.packages, undefined, {
    staleMs: 60_000,
    readableOffline: true,
    // The first paint does not need the name of the package.
    enabled: useIdle(),
  });
  if (isEmpty) return null;
  const credits = lastCredits();
  const { packageId } = offeredValues(
    { packageId: null },
    true,
    data,
    lastPackage(platform.definition.key),
  );
  const sold = data?.find(({ id }) => id === packageId);
  if (!data && !query.error)
    return (
      <Text inherit>
        <TextSkeleton />
      </Text>
    );
  const { expiresAt } = quoteOfficial(credits, undefined, now);
  return (
    <Text inherit c="var(--ink-2)" className={classes.line}>
      Vender:{' '}
      {[
        ...(sold ? [inTwoLines(sold.label).label] : []),
        periodLabel(credits),
        `${creditsInWords(credits)}, vence em ${shortDay(expiresAt, now)}`,
      ].join(' · ')}
    </Text>
  );
}
