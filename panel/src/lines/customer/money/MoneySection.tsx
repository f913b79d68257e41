import { Group, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { listLinePayments } from '@ramal/contract/lines/line-page';
import { createRenewalLink } from '@ramal/contract/portal/portal';
import { customerName } from '@ramal/contract/rules/customer-name';
import { IconCircleCheck, IconClockDollar, IconReceipt } from '@tabler/icons-react';
import { useContext, useState } from 'react';
import { copyText } from '../../../../../packages/pages/src/clipboard.ts';
import { typedAmount } from '../../../foundation/amounts.ts';
import { useAction, useCall } from '../../../foundation/api/query.ts';
import { formatDayMonth } from '../../../foundation/dates.ts';
import { formatMoney } from '../../../foundation/numbers.ts';
import { useLastingToast } from '../../../ui/toasts.tsx';
import { useFailureAlert } from '../../../ui/dialogs/use-failure-alert.ts';
import { availableActions } from '../../available-actions.ts';
import { OtherLineDialogsContext } from '../../dialogs/other-line-dialogs.ts';
import { typedCents } from '../../fields/line-values.ts';
import { openWhatsApp } from '../../fields/whatsapp.ts';
import type { Customer } from '../customer.ts';
import { EditIcon, Fact, Facts } from '../parts/Fact.tsx';
import { InlineField } from '../parts/InlineField.tsx';
import classes from './MoneySection.module.css';
import { Section, SectionButton, SectionData, useSavedMark } from '../parts/Section.tsx';

/** Price, state of the current period and the last payments. Only for the seller's own customers. */
export function MoneySection({ customer }: { customer: Customer }) {
  const { line, acts, now, section } = customer;
  const other = useContext(OtherLineDialogsContext);
  const [isSaved, showSaved] = useSavedMark();
  const link = useRenewalLink(customer);
  const canLink = acts.sells && availableActions(line, now).renew;
  const isOwn = acts.isOwn(line);
  if (line.isTrial || (!isOwn && !canLink)) return null;
  return (
    <Section
      title="Dinheiro"
      isSaved={isSaved}
      isTarget={section === 'price' || section === 'renewal-link'}
      aside={
        canLink && (
          <SectionButton busy={link.isPending} onClick={link.copy}>
            Link de renovação
          </SectionButton>
        )
      }
    >
      {isOwn && (
        <Facts>
          <Price customer={customer} onSaved={showSaved} />
          <Payments customer={customer} />
        </Facts>
      )}
      {section === 'renewal-link' && other && canLink && (
        <other.renewalLink line={line} onClose={() => customer.openSection(undefined)} />
      )}
    </Section>
  );
}

function Price({ customer, onSaved }: { customer: Customer; onSaved: () => void }) {
  const { line, edits, section, form } = customer;
  const [isEditing, setEditing] = useState(section === 'price');
  const close = () => {
    setEditing(false);
    if (section === 'price') customer.openSection(undefined);
  };
  return (
    <Fact
      label={form === 'panel' ? 'Preço' : 'Preço por mês'}
      half
      action={!isEditing && <EditIcon label="Mudar o preço" onClick={() => setEditing(true)} />}
    >
      {isEditing ? (
        <InlineField
          name={`linha-${line.id}-preço`}
          label="Quanto paga por período (R$)"
          inputMode="decimal"
          placeholder="Vazio: sem preço"
          initial={typedCents(line.priceCents)}
          clean={typedAmount}
          save={edits.savePrice}
          onClose={close}
          onSaved={onSaved}
        />
      ) : line.priceCents ? (
        formatMoney(line.priceCents / 100)
      ) : (
        'Sem preço'
      )}
    </Fact>
  );
}

type Payment = ResponseOf<typeof listLinePayments>[number];

const methodTexts: Readonly<Record<Payment['method'], string>> = {
  pix: ', no Pix',
  card: ', no cartão',
  manual: '',
};

const dayOf = ({ paidAtTimestamp }: Payment): string =>
  formatDayMonth(new Date(paidAtTimestamp * 1000));

function Payments({ customer: { line, form, acts } }: { customer: Customer }) {
  const query = useCall(listLinePayments, { params: { id: line.id } }, { staleMs: 0 });
  const [last] = query.data ?? [];
  const isPanel = form === 'panel';
  return (
    <>
      <Fact label="Este mês" half>
        {line.paid === undefined ? (
          '–'
        ) : (
          <button
            type="button"
            className={classes.paid}
            data-tone={line.paid ? 'ok' : 'warn'}
            data-touch-area
            aria-label={line.paid ? 'Pago: marcar em aberto' : 'Em aberto: marcar como pago'}
            onClick={() => acts.markPaid(line, line.paid !== true)}
          >
            {line.paid ? (
              <IconCircleCheck size={17} stroke={1.75} aria-hidden />
            ) : (
              <IconClockDollar size={17} stroke={1.75} aria-hidden />
            )}
            {line.paid ? 'Pago' : 'Em aberto'}
          </button>
        )}
        {isPanel && line.paid && last && (
          <Text span inherit c="var(--ink-2)">
            {' '}
            em {dayOf(last)}
            {methodTexts[last.method]}
          </Text>
        )}
      </Fact>
      <Fact label="Últimos" plain>
        <SectionData query={query} height={18}>
          {(payments) => <LastPayments payments={payments} isShort={!isPanel} />}
        </SectionData>
      </Fact>
    </>
  );
}

/** Last payments. If they all have the same amount, a narrow row states it once. */
function LastPayments({ payments, isShort }: { payments: readonly Payment[]; isShort: boolean }) {
  const [last, ...others] = payments;
  if (!last) return 'Nenhum pagamento ainda';
  const money = ({ cents }: Payment) => formatMoney(cents / 100);
  const isSame = others.every(({ cents }) => cents === last.cents);
  if (isShort && isSame)
    return (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <IconReceipt size={18} stroke={1.75} color="var(--ink-2)" aria-hidden />
        <span className={classes.days}>
          {dayOf(last)}
          {methodTexts[last.method].replace(',', '')}
          <Text span inherit c="var(--ink-2)">
            {others.map((payment) => ` · ${dayOf(payment)}`)}
          </Text>
        </span>
        <b>{money(last)}</b>
      </Group>
    );
  return payments.map((payment) => `${dayOf(payment)} ${money(payment)}`).join(' · ');
}

/** «Link de renovação»: creates the link of one month, copies it, and offers to send it. */
function useRenewalLink({ line, openSection }: Customer) {
  const showLasting = useLastingToast();
  const showFailure = useFailureAlert();
  const create = useAction(createRenewalLink);
  const copy = async () => {
    try {
      const link = await create.mutateAsync({ params: { id: line.id }, body: { months: 1 } });
      const isCopied = await copyText(link.url);
      showLasting({
        title: isCopied ? 'Link de renovação copiado' : 'Link de renovação criado',
        text: customerName(line).name,
        actions: [
          ...(link.whatsapp
            ? [
                {
                  label: 'Enviar',
                  keeps: true,
                  run: () => openWhatsApp(link.whatsapp!, link.message),
                },
              ]
            : []),
          { label: 'Plano e cupom', run: () => openSection('renewal-link') },
        ],
      });
    } catch (failure) {
      await showFailure(failure);
    }
  };
  return { isPending: create.isPending, copy: () => void copy() };
}
