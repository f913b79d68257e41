/**
 * Shows «A cobrar, 5 · Cobrar todos» above a list of expired lines, or of lines that expire on one
 * day.
 */
import { Text } from '@mantine/core';
import { listLinesToCharge } from '@ramal/contract/lines/charging';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { relativeWord } from '../../foundation/dates.ts';
import { useNow } from '../../foundation/use-now.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import type { LinePlatform } from '../platforms/platform.ts';
import classes from './ChargeAll.module.css';

export function ChargeAll({ platform, due }: { platform: LinePlatform; due: string }) {
  const search = { due, platform: platform.definition.key };
  const now = useNow();
  const { data } = useCall(listLinesToCharge, { query: search });
  // Reserves the space while the call runs, so that the content below does not move.
  if (!data) return <div className={classes.root} aria-hidden />;
  if (data.total === 0) return null;
  const charged = data.lines.filter(({ chargedAt }) => chargedAt !== null);
  const last = charged.map(({ chargedAt }) => chargedAt!).toSorted((a, b) => +b - +a)[0];
  return (
    <div className={classes.root}>
      <p>
        <b>A cobrar</b> <span className="num">{data.total}</span>
        {last && (
          <Text component="small" inherit display="block" c="dimmed" fz="caption">
            {pluralize(charged.length, 'cobrado', 'cobrados')}, {relativeWord(last, now)}
          </Text>
        )}
      </p>
      <LinkButton
        to="/charge"
        search={search}
        variant="whatsapp-soft"
        leftSection={<IconBrandWhatsapp size={18} stroke={1.75} aria-hidden />}
      >
        Cobrar todos
      </LinkButton>
    </div>
  );
}
