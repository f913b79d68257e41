import { Text } from '@mantine/core';
import { describeBlocks } from '@ramal/contract/resellers/blocks';
import { IconAlertCircle, IconLock, IconShieldLock } from '@tabler/icons-react';
import { formatCount } from '../../foundation/numbers.ts';
import { isBlocked, type Reseller, topupText, isTopupOld } from '../reseller.ts';
import classes from './reseller-cells.module.css';

export function Actives({ reseller }: { reseller: Reseller }) {
  return (
    <Text span inherit c="var(--ink-3)" className="num">
      <Text component="b" inherit c="var(--ink)" fw={500}>
        {formatCount(reseller.totalActives)}
      </Text>{' '}
      / {formatCount(reseller.treeActives)}
    </Text>
  );
}

export function activesTitle(row: Reseller, asOf: string | null | undefined): string {
  const ownLines = `Linhas próprias: ${formatCount(row.totalIptv)} IPTV, ${formatCount(row.totalUp2p)} P2P`;
  const below =
    row.treeResellers === 0 ? 'ninguém abaixo' : `${formatCount(row.treeResellers)} na rede abaixo`;
  return asOf ? `${ownLines} · ${below}. Rede contada em ${asOf}` : `${ownLines} · ${below}`;
}

/**
 * Shows the time since the last top-up. If it is long, the text is red and has an icon, because a
 * colour alone is not accessible.
 */
export function LastTopup({ reseller }: { reseller: Reseller }) {
  const long = isTopupOld(reseller);
  return (
    <span className={`${classes.state} num`} data-bad={long || undefined}>
      {long && <IconAlertCircle size={16} stroke={1.75} aria-hidden />}
      {topupText(reseller.daysToDue)}
    </span>
  );
}

/**
 * Badge of a blocked account. A block by the administration has its own icon and text, because a
 * reseller cannot remove it (Q-BLOCKEFFECT).
 */
export function Blocked({ reseller }: { reseller: Reseller }) {
  const blocked = isBlocked(reseller);
  const Glyph = reseller.blockAdmin === 1 ? IconShieldLock : IconLock;
  return (
    <span className={classes.state} data-bad={blocked || undefined}>
      {blocked && <Glyph size={16} stroke={1.75} aria-hidden />}
      {blocked ? 'Sim' : 'Não'}
      {blocked && <span className="visually-hidden">, {describeBlocks(reseller.blocks)}</span>}
    </span>
  );
}

export function blockTitle(row: Reseller): string {
  return row.blocks.length > 0 ? `Bloqueada ${describeBlocks(row.blocks)}` : 'Não está bloqueada';
}
