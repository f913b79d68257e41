/** Hint that a typed number already has a line, with a link to the page of its customer. */
import { customerName } from '@ramal/contract/rules/customer-name';
import { platforms } from '@ramal/contract/rules/platforms';
import { daysBetween } from '@ramal/contract/rules/terms';
import { Group } from '@mantine/core';
import { dayFromNow } from '../../foundation/dates.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { useNow } from '../../foundation/use-now.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { type LineOfNumber, useLinesOfNumber } from '../fields/use-lines-of-number.ts';
import { readRecipient } from './recipient.ts';

/** Mounted only while the text contains a number, because it loads the data of phone numbers. */
export function KnownCustomer({ text }: { text: string }) {
  const { whatsapp } = readRecipient(text);
  return whatsapp ? <KnownNumber number={whatsapp} /> : null;
}

function KnownNumber({ number }: { number: string }) {
  const now = useNow();
  const lines = useLinesOfNumber(number);
  const line = lines.find(({ status }) => status !== 'Teste') ?? lines[0];
  if (!line) return null;
  const more = lines.length - 1;
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
function dueWords({ expDate }: LineOfNumber, now: Date): string {
  const day = expDate.replace(/^(\d\d)\/(\d\d)\/(\d{4}).*$/, '$3-$2-$1');
  const days = daysBetween(dayFromNow(0, now), day);
  if (days === 0) return 'vence hoje';
  if (days === 1) return 'vence amanhã';
  if (days === -1) return 'venceu ontem';
  const count = pluralize(Math.abs(days), 'dia', 'dias');
  return days > 0 ? `vence em ${count}` : `venceu há ${count}`;
}
