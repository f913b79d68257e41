/** Columns of the coupons. Uses and money open the payments that they count. */
import { Stack, Text } from '@mantine/core';
import type { CouponRow } from '@ramal/contract/coupons/coupons';
import { couponStatusLabels, couponText } from '@ramal/contract/coupons/coupon-rules';
import { IconClock } from '@tabler/icons-react';
import { formatCount, formatMoney } from '../foundation/numbers.ts';
import { FigureLink } from '../ui/FigureLink.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { audienceText, dayText, endWord, planText, toCouponTerms } from './coupon-words.ts';
import classes from './coupon-columns.module.css';

const payments = (code: string, isPaid: boolean) => ({
  to: '/recharge-portal',
  search: { coupon: code, ...(isPaid ? { status: 'approved' } : {}) } as never,
});

const Code = ({ code }: CouponRow) => (
  <Text span inherit fw={500} className="mono">
    {code}
  </Text>
);

const Uses = ({ code, uses, mostUses }: CouponRow) => (
  <>
    <b className={classes.uses}>
      {uses === 0 ? (
        '0'
      ) : (
        <FigureLink to={payments(code, false)} name={`${uses} usos do cupom ${code}`}>
          {formatCount(uses)}
        </FigureLink>
      )}
    </b>{' '}
    <Text span inherit c="var(--ink-2)">
      {mostUses === null ? 'sem limite' : `de ${formatCount(mostUses)}`}
    </Text>
  </>
);

function End(row: CouponRow) {
  const word = endWord(row);
  return (
    <Stack component="span" gap="1px" lh="var(--leading-caption)" className="num">
      <span>{dayText(row.endsOn)}</span>
      {word && (
        <span className={classes.soon}>
          <IconClock size={14} stroke={1.75} aria-hidden />
          {word}
        </span>
      )}
    </Stack>
  );
}

const Value = ({ code, value }: CouponRow) =>
  value === 0 ? (
    '–'
  ) : (
    <span className="num">
      <FigureLink
        to={payments(code, true)}
        name={`${formatMoney(value)} em pagamentos com o cupom ${code}`}
      >
        {formatMoney(value)}
      </FigureLink>
    </span>
  );

export const couponColumns: Column<CouponRow>[] = [
  { key: 'code', header: 'Código', width: 108, card: 'identity', cell: (row) => <Code {...row} /> },
  {
    key: 'discount',
    header: 'Desconto',
    sort: false,
    width: 150,
    card: 'note',
    cell: (row) => couponText(toCouponTerms(row), row.plans),
  },
  { key: 'ends', header: 'Vale até', width: 104, cell: (row) => <End {...row} /> },
  {
    key: 'uses',
    header: 'Usos',
    firstDirection: 'desc',
    width: 108,
    cell: (row) => <Uses {...row} />,
  },
  {
    key: 'plans',
    header: 'Planos',
    sort: false,
    width: 100,
    most: 160,
    cell: planText,
    title: planText,
  },
  {
    key: 'audience',
    header: 'Para quem',
    sort: false,
    fill: true,
    cell: audienceText,
    title: audienceText,
  },
  {
    key: 'value',
    header: 'Trouxe',
    firstDirection: 'desc',
    align: 'end',
    width: 100,
    cell: (row) => <Value {...row} />,
  },
  {
    key: 'status',
    header: 'Status',
    sort: false,
    width: 104,
    card: 'status',
    cell: ({ status }) => (
      <StatusBadge tone={status === 'valid' ? 'ok' : 'off'}>
        {couponStatusLabels[status]}
      </StatusBadge>
    ),
  },
];
