import { IconBrandWhatsapp, IconCopy, IconDots, IconMessageDollar } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { copyText } from '../../../../packages/pages/src/clipboard.ts';
import { RowButton } from '../../ui/table/ActionButton.tsx';
import { RowSheet } from '../../ui/table/cards/RowSheet.tsx';
import type { RowAction } from '../../ui/table/columns.ts';
import { RowMenu } from '../../ui/table/rows/RowMenu.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { availableActions } from '../available-actions.ts';
import type { Line } from '../line.ts';
import { CardName } from '../list/LineCells.tsx';
import { shortText, toAccess } from '../receipt/receipt-text.ts';
import classes from './CustomerActs.module.css';
import type { Customer } from './customer.ts';
import { isCustomerSection } from './sections.ts';

/** Acts that the page shows at any time: in the bar at the thumb, or under the head. */
export function CustomerActs({ customer }: { customer: Customer }) {
  const { acts, line, now, form } = customer;
  const toast = useToast();
  const charge = useCharge(customer);
  const can = availableActions(line, now);
  const size = form === 'sheet' ? 'sm' : 'xs';
  const icon = { size: form === 'sheet' ? 20 : 17, stroke: 1.75, 'aria-hidden': true };
  const copy = () =>
    void copyText(shortText(toAccess(line))).then((copied) => {
      if (copied) toast({ title: 'Copiado', text: line.username });
    });
  return (
    <div className={classes.root} role="toolbar" aria-label="Ações do cliente">
      {can.renew && (
        <RowButton
          size={size}
          look="accent"
          aria-label={`Mais 30 dias: ${line.username}`}
          onClick={() => acts.renew(line)}
        >
          +30
        </RowButton>
      )}
      {can.promote && acts.sells && (
        <RowButton
          size={size}
          look="accent"
          aria-label={`Ativar como oficial: ${line.username}`}
          onClick={() => acts.dialogs.open({ kind: 'promote', line })}
        >
          Ativar
        </RowButton>
      )}
      <RowButton
        size={size}
        look="whatsapp"
        aria-label={`Enviar no WhatsApp: ${line.username}`}
        onClick={() => acts.sendAccess(line)}
      >
        <IconBrandWhatsapp {...icon} />
        Enviar
      </RowButton>
      {charge && (
        <RowButton size={size} aria-label={`Cobrar: ${line.username}`} onClick={charge}>
          <IconMessageDollar {...icon} />
          Cobrar
        </RowButton>
      )}
      <RowButton
        size={size}
        iconOnly
        aria-label={`Copiar usuário e senha: ${line.username}`}
        onClick={copy}
      >
        <IconCopy {...icon} />
      </RowButton>
      <More customer={customer} />
    </div>
  );
}

/** Returns a function that opens the charging run with this customer only. */
export function useCharge(customer: Pick<Customer, 'line' | 'acts'> | undefined) {
  const navigate = useNavigate();
  if (!customer || customer.line.isTrial || !customer.acts.isOwn(customer.line)) return undefined;
  const { id } = customer.line;
  return () => void navigate({ to: '/charge', search: { line: id } as never });
}

/** Actions that the page already shows as a section or as a button. */
const shownOnPage = new Set(['copy', 'links', 'edit-note', 'edit-package', 'open']);

/** A line that is off is switched on, so the action does not need both words. */
const withOneWord = (action: RowAction<Line>): RowAction<Line> =>
  action.key === 'toggle'
    ? { ...action, label: ({ status }) => (status === 'Desativado' ? 'Ligar' : 'On/Off') }
    : action;

/** Returns the actions of ⋯. Only the sections that are closed at first stay in it. */
const moreActions = (actions: readonly RowAction<Line>[]): RowAction<Line>[] =>
  actions
    .filter(({ key, group }) => group !== undefined && !shownOnPage.has(key))
    .filter(({ key }) => !isCustomerSection(key) || key === 'reminders' || key === 'renewal-link')
    .map(withOneWord);

function More({ customer: { line, actions, form } }: { customer: Customer }) {
  const [opened, setOpened] = useState(false);
  const name = line.username;
  const more = moreActions(actions);
  if (form !== 'sheet')
    return (
      <RowMenu
        row={line}
        rowName={name}
        actions={more}
        opened={opened}
        onChange={setOpened}
        upward={false}
      />
    );
  return (
    <>
      <RowButton
        size="sm"
        iconOnly
        aria-label={`Ações de ${name}`}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconDots size={20} stroke={2} aria-hidden />
      </RowButton>
      <RowSheet
        columns={titleColumns}
        actions={more}
        row={opened ? line : undefined}
        rowName={({ username }) => username}
        note={undefined}
        onClose={() => setOpened(false)}
      />
    </>
  );
}

const titleColumns = [
  {
    key: 'username',
    header: 'Usuário',
    card: 'identity' as const,
    cell: (line: Line) => <CardName line={line} />,
  },
];
