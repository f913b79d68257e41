/** Offers to create a customer or a reseller with the typed name. */
import { parseWrittenPhone, phoneSearchDigits } from '@ramal/contract/rules/phone';
import { IconBolt, IconUserPlus } from '@tabler/icons-react';
import { mayTest, soldPlatforms } from '../lines/platforms/sold-platforms.ts';
import type { Profile } from '../menu.ts';
import { managesResellers } from '../sessions/manages-resellers.ts';
import type { Offer } from './palette-items.ts';
import type { TypedAct } from './verbs.ts';

/** Minimum number of characters; shorter texts would match everything. */
export const MIN_SEARCH_LENGTH = 2;

/** Minimum number of digits of a complete number. Fewer digits are only a part of a number. */
const WHOLE_NUMBER = 10;

/** Counts characters as the server does: an emoji is one character. */
export const countSigns = (text: string): number => Array.from(text).length;

interface NewCustomer {
  /** True for a complete WhatsApp number. A name is only a guess. */
  readonly isNumber: boolean;
  readonly create: Offer;
  /** Empty if the account may not create tests. */
  readonly tests: readonly Offer[];
}

/**
 * Offers to create a test or a line for the typed text, because it may be the name or number of a
 * new customer.
 */
export function offerNewCustomer(typed: string, profile: Profile): NewCustomer | undefined {
  const [platform] = soldPlatforms(profile);
  if (countSigns(typed) < MIN_SEARCH_LENGTH || !platform) return undefined;
  const { key, label, createPath } = platform;
  const digits = phoneSearchDigits(typed);
  const isNumber = digits !== undefined && digits.length >= WHOLE_NUMBER;
  const customer = isNumber ? { whatsapp: toAddressForm(typed) } : { note: typed };
  const create = {
    key: `create-for-${key}`,
    icon: IconUserPlus,
    title: `${isNumber ? 'Criar para' : 'Criar com a nota'} “${typed}”`,
    note: `${label}, oficial`,
    isGuess: !isNumber,
    to: { to: createPath, search: customer },
  };
  const test = {
    key: `test-for-${key}`,
    icon: IconBolt,
    title: `Teste para “${typed}”`,
    note: `${label}, grátis`,
    isGuess: !isNumber,
    to: { to: createPath, search: { kind: 'test' as const, ...customer } },
  };
  return { isNumber, create, tests: mayTest(profile, platform) ? [test] : [] };
}

/**
 * Converts a typed number to the format of the address. A number with the area code 00 is not
 * converted, so that the validation of the form rejects it.
 */
function toAddressForm(typed: string): string {
  const phone = parseWrittenPhone(typed);
  if (!phone || phone.isAreaCodeZero) return typed;
  return phone.prefix ? `+${phone.digits}` : phone.digits;
}

interface HitCounts {
  readonly lines: number;
  readonly resellers: number;
}

/**
 * «Ninguém com “mariia”. Criar cliente?»: the answer to a verb that fits nobody. Enter never chooses
 * it. Undefined if somebody fits, or if the account may create nobody.
 */
export function offerForNobody(
  { rest, takes, reseller }: TypedAct,
  { lines, resellers }: HitCounts,
  profile: Profile,
): Offer | undefined {
  const hits = takes === 'term' ? lines : takes === 'credits' ? resellers : lines + resellers;
  if (hits > 0 || countSigns(rest) < MIN_SEARCH_LENGTH) return undefined;
  const nobody = `Ninguém com “${rest}”.`;
  if (reseller !== undefined && managesResellers(profile))
    return {
      key: 'nobody',
      icon: IconUserPlus,
      title: `${nobody} Cadastrar revenda?`,
      isGuess: true,
      to: { to: '/reseller' },
    };
  const customer = offerNewCustomer(rest, profile)?.create;
  return customer && { ...customer, title: `${nobody} Criar cliente?`, isGuess: true };
}
