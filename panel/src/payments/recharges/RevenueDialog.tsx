/** Revenue of a month through the portal, day by day. */
import { getRevenue } from '@ramal/contract/payments/recharges';
import { IconCoins } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { pluralize, formatMoney } from '../../foundation/numbers.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import classes from './RevenueDialog.module.css';

export function RevenueDialog({ onClose }: { onClose: () => void }) {
  const revenue = useCall(getRevenue, {});
  const { data } = revenue;
  return (
    <Dialog
      onClose={onClose}
      width={520}
      title="Receita do mês"
      subtitle={
        data &&
        `${formatMoney(data.total)} em ${pluralize(data.payments, 'pagamento', 'pagamentos')}`
      }
    >
      <Loaded query={revenue} failed="Não deu para carregar a receita" compact height={180}>
        {({ days }) =>
          days.length > 0 ? (
            <Days days={days} />
          ) : (
            <EmptyState
              compact
              icon={IconCoins}
              tone="plain"
              title="Nada foi pago neste mês ainda"
            />
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface Day {
  readonly day: string;
  readonly value: number;
  readonly payments: number;
}

function Days({ days }: { days: readonly Day[] }) {
  const most = Math.max(...days.map(({ value }) => value));
  return (
    <table className={classes.root}>
      <thead className="visually-hidden">
        <tr>
          <th>Dia</th>
          <th>Parte do melhor dia</th>
          <th>Valor</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, value, payments }) => (
          <tr key={day}>
            <th scope="row" className="num">
              {day.split('-').toReversed().slice(0, 2).join('/')}
            </th>
            <td className={classes.bar}>
              <span style={{ width: `${(value / most) * 100}%` }} aria-hidden />
              <span className="visually-hidden">
                {pluralize(payments, 'pagamento', 'pagamentos')}
              </span>
            </td>
            <td className="num">{formatMoney(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
