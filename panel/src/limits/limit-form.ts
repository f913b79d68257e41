/**
 * Form of limits. The request contains only changed values. A value that is looser than the limit
 * of an ancestor account is an error.
 */
import type { RequestOf, ResponseOf } from '@ramal/contract/api/endpoint';
import {
  formatLimitAuthor,
  type getLimits,
  isLooser,
  type LimitName,
  limitNames,
  type LimitValue,
  ADMINISTRATION_LABEL,
  type setLimits,
} from '@ramal/contract/resellers/limits';
import { type PlatformKey, platformKeys } from '@ramal/contract/rules/platforms';
import {
  amountText,
  asDecimal,
  parseHundredths,
  priceText,
  typedAmount,
  typedWhole,
  parseWhole,
} from '../foundation/amounts.ts';
import type { FieldErrors } from '../ui/form/form-errors.ts';
import { type AmountName, amountNames, limitText } from './limit-texts.ts';

export type AccountLimits = ResponseOf<typeof getLimits>;
type Body = NonNullable<RequestOf<typeof setLimits>['body']>;

interface AmountValue {
  readonly limited: boolean;
  readonly text: string;
}

export type LimitValues = Readonly<Record<AmountName, AmountValue>> & {
  readonly platforms: { readonly limited: boolean; readonly keys: readonly PlatformKey[] };
};

export const initialValues = ({
  own: ownLimits,
  above,
}: Pick<AccountLimits, 'own' | 'above'>): LimitValues => {
  const amountOf = (name: AmountName): AmountValue => {
    const value = ownLimits[name];
    return { limited: value !== null, text: value === null ? '' : fieldText(name, value) };
  };
  return {
    lines: amountOf('lines'),
    trialsADay: amountOf('trialsADay'),
    creditsADay: amountOf('creditsADay'),
    lowestPrice: amountOf('lowestPrice'),
    platforms: {
      limited: ownLimits.platforms !== null,
      keys: ownLimits.platforms ?? above.platforms ?? platformKeys,
    },
  };
};

/** Initial values until the limits are loaded. */
export const noLimits = Object.fromEntries(
  limitNames.map((name) => [name, null]),
) as AccountLimits['own'];

const fieldText = (name: AmountName, value: number): string =>
  name === 'lowestPrice' ? priceText(value) : amountText(value);

export const isWhole = (name: AmountName): boolean => name === 'lines' || name === 'trialsADay';

/** Removes characters that cannot belong to an amount of this limit. */
export const typedLimit = (name: AmountName, text: string): string =>
  isWhole(name) ? typedWhole(text) : typedAmount(text);

/**
 * Parses a typed amount. Null if the limit is switched off, undefined if the text is not a valid
 * amount.
 */
function amountIn(name: AmountName, { limited, text }: AmountValue): number | null | undefined {
  if (!limited) return null;
  if (isWhole(name)) return parseWhole(text);
  const hundredths = parseHundredths(text);
  return hundredths === undefined ? undefined : asDecimal(hundredths);
}

const platformsIn = ({ platforms: { limited, keys } }: LimitValues): PlatformKey[] | null =>
  limited ? platformKeys.filter((key) => keys.includes(key)) : null;

interface LimitChanges {
  readonly body: Body;
  readonly errors: FieldErrors;
}

export function toLimitChanges(values: LimitValues, limits: AccountLimits): LimitChanges {
  const body: Body = {};
  const errors: Record<string, string> = {};
  for (const name of amountNames) {
    const value = amountIn(name, values[name]);
    if (value === limits.own[name]) continue;
    const error =
      value === undefined
        ? `Informe um número${isWhole(name) ? ' inteiro' : ''} ou desligue «Limitar».`
        : looserError(name, value, limits);
    if (error) errors[name] = error;
    else body[name] = value;
  }
  const platforms = platformsIn(values);
  if (String(platforms) !== String(limits.own.platforms)) {
    const error = looserError('platforms', platforms, limits);
    if (error) errors.platforms = error;
    else body.platforms = platforms;
  }
  return { body, errors };
}

function looserError(
  name: LimitName,
  value: LimitValue | null | undefined,
  { above, aboveFrom }: AccountLimits,
): string | undefined {
  const highest = above[name];
  if (value === undefined || highest === null || !isLooser(name, value, highest)) return undefined;
  const most = name === 'lowestPrice' ? 'O menor' : 'O máximo';
  return `${most} que pode ser é ${limitText(name, highest)}, definido ${formatLimitAuthor(aboveFrom[name])}.`;
}

/**
 * Describes the limit that an ancestor set: «Vale 20, de marcelo» if it applies, otherwise «Acima:
 * 20, de marcelo». Undefined if no ancestor set a limit.
 */
export function aboveText(
  name: LimitName,
  { own: ownLimits, above, aboveFrom }: AccountLimits,
): string | undefined {
  const value = above[name];
  if (value === null) return undefined;
  const from = aboveFrom[name];
  const text = `${limitText(name, value)}, ${from === ADMINISTRATION_LABEL ? 'da' : 'de'} ${from}`;
  const applies = ownLimits[name] === null || isLooser(name, ownLimits[name], value);
  return applies ? `Vale ${text}` : `Acima: ${text}`;
}

/** Returns how much of the limit is used. Undefined if nothing is counted for this limit. */
export function usedText(name: LimitName, { used, effective }: AccountLimits): string | undefined {
  const shareOf = (figure: number): string => {
    const most = effective[name];
    return most === null
      ? limitText(name, figure)
      : `${limitText(name, figure)} de ${limitText(name, most)}`;
  };
  if (name === 'lines') return `Agora: ${shareOf(used.lines)}`;
  if (name === 'trialsADay') return `Hoje: ${shareOf(used.trialsToday)}`;
  return name === 'creditsADay' ? `Hoje: ${shareOf(used.creditsToday)}` : undefined;
}
