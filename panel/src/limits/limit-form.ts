/** Limits as they are typed: what changed is sent, and only when it is tighter than what holds above. */
import type { ResponseOf, RequestOf } from '@ramal/contract/api/endpoint';
import {
  byWhom,
  type getLimits,
  isLooser,
  type LimitName,
  type LimitValue,
  OFFICE,
  type setLimits,
} from '@ramal/contract/resellers/limits';
import { type PlatformKey, platformKeys } from '@ramal/contract/rules/platforms';
import {
  amountText,
  asDecimal,
  hundredthsOf,
  priceText,
  typedAmount,
} from '../foundation/amounts.ts';
import { type AmountName, amountNames, limitText } from './limit-words.ts';

export type LimitsOf = ResponseOf<typeof getLimits>;

export interface Typed {
  readonly limited: boolean;
  readonly text: string;
}

export interface LimitForm {
  readonly amounts: Readonly<Record<AmountName, Typed>>;
  readonly platforms: { readonly limited: boolean; readonly keys: readonly PlatformKey[] };
}

export type LimitTexts = Partial<Record<LimitName, string>>;
type Body = NonNullable<RequestOf<typeof setLimits>['body']>;

export const formOf = ({ own, above }: LimitsOf): LimitForm => ({
  amounts: Object.fromEntries(
    amountNames.map((name) => {
      const value = own[name];
      return [
        name,
        { limited: value !== null, text: value === null ? '' : fieldText(name, value) },
      ];
    }),
  ) as LimitForm['amounts'],
  platforms: {
    limited: own.platforms !== null,
    keys: own.platforms ?? above.platforms ?? platformKeys,
  },
});

const fieldText = (name: AmountName, value: number): string =>
  name === 'lowest_price' ? priceText(value) : amountText(value);

export const isWhole = (name: AmountName): boolean => name === 'lines' || name === 'trials_a_day';

/** Keeps what can become an amount of this limit. */
export const typedLimit = (name: AmountName, text: string): string =>
  isWhole(name) ? text.replace(/\D/g, '').slice(0, 7) : typedAmount(text);

function amountIn(name: AmountName, { limited, text }: Typed): number | null | undefined {
  if (!limited) return null;
  if (isWhole(name)) return /^\d+$/.test(text) ? Number(text) : undefined;
  const hundredths = hundredthsOf(text);
  return hundredths === undefined ? undefined : asDecimal(hundredths);
}

export interface Reading {
  /** What changed; empty while nothing did. */
  readonly body: Body;
  readonly fields: LimitTexts;
}

export function readForm(form: LimitForm, limits: LimitsOf): Reading {
  const body: Body = {};
  const fields: LimitTexts = {};
  for (const name of amountNames) {
    const value = amountIn(name, form.amounts[name]);
    if (value === limits.own[name]) continue;
    const objection =
      value === undefined
        ? `Informe um número ou marque «Sem limite».`
        : looserText(name, value, limits);
    if (objection) fields[name] = objection;
    else body[name] = value;
  }
  const { limited, keys } = form.platforms;
  const chosen = limited ? platformKeys.filter((key) => keys.includes(key)) : null;
  if (String(chosen) !== String(limits.own.platforms)) {
    const objection = looserText('platforms', chosen, limits);
    if (objection) fields.platforms = objection;
    else body.platforms = chosen;
  }
  return { body, fields };
}

function looserText(
  name: LimitName,
  value: LimitValue | null | undefined,
  { above, above_from }: LimitsOf,
): string | undefined {
  const highest = above[name];
  if (value === undefined || highest === null || !isLooser(name, value, highest)) return undefined;
  const most = name === 'lowest_price' ? 'O menor' : 'O máximo';
  return `${most} que pode ser é ${limitText(name, highest)}, definido ${byWhom(above_from[name])}.`;
}

/** «Vale 20, de marcelo»: something above is tighter than what stands here. */
export function aboveText(
  name: LimitName,
  { own, above, above_from }: LimitsOf,
): string | undefined {
  const value = above[name];
  if (value === null) return undefined;
  const from = above_from[name];
  const text = `${limitText(name, value)}, ${from === OFFICE ? 'da' : 'de'} ${from}`;
  const holds = own[name] === null || isLooser(name, own[name], value);
  return holds ? `Vale ${text}` : `Acima: ${text}`;
}

/** The figure it is held against, where there is one. */
export function usedText(name: LimitName, { used, effective }: LimitsOf): string | undefined {
  const of = (figure: number): string => {
    const most = effective[name];
    return most === null
      ? limitText(name, figure)
      : `${limitText(name, figure)} de ${limitText(name, most)}`;
  };
  if (name === 'lines') return `Agora: ${of(used.lines)}`;
  if (name === 'trials_a_day') return `Hoje: ${of(used.trials_today)}`;
  return name === 'credits_a_day' ? `Hoje: ${of(used.credits_today)}` : undefined;
}
