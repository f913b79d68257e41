/** Hint that a typed number already has a line, with a link to the page of its customer. */
import { findLinesByWhatsapp } from '@ramal/contract/lines/lines';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { customerName } from '@ramal/contract/rules/customer-name';
import { platforms } from '@ramal/contract/rules/platforms';
import { daysBetween } from '@ramal/contract/rules/terms';
import { Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { dayFromNow } from '../../foundation/dates.ts';
import { useCall } from '../../foundation/api/query.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { usePhoneNumbers } from '../../foundation/phone.ts';
import { useNow } from '../../foundation/use-now.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { isNumber } from '../fields/whatsapp.ts';
import { readRecipient } from './recipient.ts';

type Match = ResponseOf<typeof findLinesByWhatsapp>[number];

/** Mounted only while the text contains a number, because it loads the data of phone numbers. */
export function KnownCustomer({ text }: { text: string }) {
  const { whatsapp } = readRecipient(text);
  return whatsapp ? <KnownNumber number={whatsapp} /> : null;
}

function KnownNumber({ number }: { number: string }) {
  usePhoneNumbers(number);
  const now = useNow();
  const [settled] = useDebouncedValue(number, 400);
  const { data = [] } = useCall(
    findLinesByWhatsapp,
    { query: { whatsapp: settled } },
    { enabled: isNumber(settled) },
  );
  const line = data.find(({ status }) => status !== 'Teste') ?? data[0];
  if (!line || settled !== number) return null;
  const more = data.length - 1;
  return (
    <Group role="status" gap="sm" justify="space-between" wrap="nowrap" c="var(--ink-2)">
      <span>
        {line.status === 'Teste' ? 'Já tem um teste' : 'Já é cliente'}:{' '}
        {customerName({ ...line, isTrial: line.status === 'Teste' }).name}, {dueWords(line, now)}
        {more > 0 && ` e mais ${pluralize(more, 'linha', 'linhas')}`}
      </span>
      <LinkButton
        variant="link"
        size="compact-md"
        to={platforms[line.platform].listPath}
        search={{ line: line.id }}
      >
        Abrir
      </LinkButton>
    </Group>
  );
}

/** Returns «vence em 3 dias», «vence hoje» or «venceu há 2 dias». */
function dueWords({ expDate }: Match, now: Date): string {
  const day = expDate.replace(/^(\d\d)\/(\d\d)\/(\d{4}).*$/, '$3-$2-$1');
  const days = daysBetween(dayFromNow(0, now), day);
  if (days === 0) return 'vence hoje';
  if (days === 1) return 'vence amanhã';
  if (days === -1) return 'venceu ontem';
  const count = pluralize(Math.abs(days), 'dia', 'dias');
  return days > 0 ? `vence em ${count}` : `venceu há ${count}`;
}
