/**
 * Summary next to the form: cost · time · expiry · balance after. The summary changes while the
 * user types. Values of the server are shown only after they are loaded.
 */
import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { pluralize, creditsInWords, formatCredits, missingVerb } from '../../foundation/numbers.ts';
import type { Summary } from '../../ui/form/SummaryCard.tsx';
import { TopUpAction } from '../fields/TopUpAction.tsx';
import type { LineForm } from '../fields/line-values.ts';
import type { LinePlatform, PackageOption } from '../platforms/platform.ts';
import { TextSkeleton } from '../TextSkeleton.tsx';
import {
  type Balance,
  expiryHeadline,
  expiryWords,
  missingText,
  type Quote,
  quoteOfficial,
  quoteTest,
  describeQuote,
} from '../fields/quote.ts';

export interface CreateSummaryInput {
  platform: LinePlatform;
  values: LineForm;
  official: boolean;
  balance: Balance;
  packages: readonly PackageOption[] | undefined;
  now: Date;
  /**
   * Switches between test and official line. Undefined if the account has no permission for tests.
   */
  choose: ((official: boolean) => void) | undefined;
}

export function createSummary(input: CreateSummaryInput): Omit<Summary, 'busy'> {
  const { platform, values, official, balance, now } = input;
  const quote = official
    ? quoteOfficial(values.credits, balance, now)
    : quoteTest(values.testHours, balance, now);
  const short = quote.missing > 0;
  return {
    headLabel: official ? 'Vence em' : 'Teste até',
    head: expiryHeadline(quote.expiresAt, now),
    rows: [
      { label: 'Plataforma', value: platform.definition.label },
      { label: 'Pacote', value: productText(values, input.packages) },
      { label: 'Tempo', value: quote.time },
      { label: 'Custo', value: quote.cost },
    ],
    ...(balance === null ? {} : { balance: balanceOf(quote, balance, official) }),
    sentence: short
      ? missingText(quote, 'criar esta linha')
      : (describeQuote(quote, now) ?? <TextSkeleton />),
    bar: short ? shortBar(quote, input) : barOf(quote),
    ...(short
      ? {
          instead: <TopUpAction look="button" />,
        }
      : {}),
    submit: 'Adicionar',
    phoneSubmit: `Adicionar · ${official ? 'vence' : 'até'} ${expiryWords(quote.expiresAt, now)}`,
    icon: IconPlus,
    tone: short ? 'warn' : official ? 'accent' : 'test',
  };
}

function balanceOf(
  quote: Quote,
  balance: number | undefined,
  official: boolean,
): NonNullable<Summary['balance']> {
  if (balance === undefined || quote.after === undefined || quote.after === null)
    return { after: undefined };
  if (quote.missing > 0)
    return {
      before: formatCredits(balance),
      after: `${missingVerb(quote.missing)} ${formatCredits(quote.missing)}`,
    };
  return {
    ...(official ? { before: formatCredits(balance) } : {}),
    after: formatCredits(quote.after),
  };
}

type Bar = NonNullable<Summary['bar']>;

/** Shows the number of missing credits, and a way to continue without credits. */
const shortBar = (quote: Quote, { choose }: CreateSummaryInput): Bar => ({
  left: (
    <Text span inherit c="var(--warn)" fw={500}>
      <IconAlertTriangle
        size={18}
        stroke={1.75}
        aria-hidden
        style={{ verticalAlign: '-4px', marginInlineEnd: 6 }}
      />
      {capital(missingVerb(quote.missing))} {creditsInWords(quote.missing)}
    </Text>
  ),
  ...(choose
    ? {
        right: (
          <Button variant="subtle" size="compact-sm" mx="-sm" onClick={() => choose(false)}>
            Fazer um teste grátis
          </Button>
        ),
      }
    : {}),
});

const barOf = (quote: Quote): Bar => ({
  left: (
    <>
      <b>{capital(quote.cost)}</b> · {quote.time}
    </>
  ),
  ...barRight(quote),
});

function barRight(quote: Quote): Pick<Bar, 'right'> {
  if (quote.after === undefined) return { right: <TextSkeleton /> };
  if (quote.after === null) return {};
  return {
    right: (
      <>
        saldo depois: <b>{formatCredits(quote.after)}</b>
      </>
    ),
  };
}

function productText(values: LineForm, packages: readonly PackageOption[] | undefined): string {
  if (values.custom)
    return values.bouquets.length > 0
      ? pluralize(values.bouquets.length, 'grupo', 'grupos')
      : 'a escolher';
  return packages?.find((option) => option.id === values.packageId)?.label ?? 'a escolher';
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
