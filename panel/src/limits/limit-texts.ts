/** Name, effect and number format of each limit. */
import type { LimitName, LimitValue } from '@ramal/contract/resellers/limits';
import { platforms } from '@ramal/contract/rules/platforms';
import {
  type Icon,
  IconCalendarDollar,
  IconFlask,
  IconLayoutGrid,
  IconListNumbers,
  IconTag,
} from '@tabler/icons-react';
import { formatCount, formatCredits, formatMoney } from '../foundation/numbers.ts';

export type AmountName = Exclude<LimitName, 'platforms'>;
export const amountNames = [
  'lines',
  'trialsADay',
  'creditsADay',
  'lowestPrice',
] as const satisfies readonly AmountName[];

interface LimitText {
  readonly name: string;
  readonly holds: string;
  readonly icon: Icon;
}

export const limitTexts: Record<LimitName, LimitText> = {
  lines: {
    name: 'Linhas',
    holds: 'Linhas próprias ao mesmo tempo, com os testes.',
    icon: IconListNumbers,
  },
  trialsADay: {
    name: 'Testes por dia',
    holds: 'Testes criados no dia, deletados também.',
    icon: IconFlask,
  },
  creditsADay: {
    name: 'Créditos por dia',
    holds: 'Créditos que saem do saldo no dia: linhas, renovações e recargas.',
    icon: IconCalendarDollar,
  },
  lowestPrice: {
    name: 'Menor preço',
    holds: 'Não vender crédito por menos do que isso.',
    icon: IconTag,
  },
  platforms: {
    name: 'Plataformas',
    holds: 'Onde cria linhas e testes.',
    icon: IconLayoutGrid,
  },
};

/** Formats the value of a limit: `20`, `32,5`, `R$ 6,50`, `IPTV e P2P`. */
export function limitText(name: LimitName, value: LimitValue): string {
  if (typeof value !== 'number') return platformsText(value);
  if (name === 'lowestPrice') return formatMoney(value);
  return name === 'creditsADay' ? formatCredits(value) : formatCount(value);
}

const together = new Intl.ListFormat('pt-BR');

const platformsText = (keys: Exclude<LimitValue, number>): string =>
  keys.length === 0 ? 'nenhuma' : together.format(keys.map((key) => platforms[key].label));
