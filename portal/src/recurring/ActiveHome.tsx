/**
 * Home page of a line with an automatic renewal. It shows the next debit. The customer need not do
 * anything.
 */
import type { Authorization, Debit, Portal } from '../api.ts';
import { formatDay, formatReais } from '../format.ts';
import { LineHead } from '../LineHead.tsx';
import pageClasses from '../portal.module.css';
import { ActionRows } from '../ui/ActionRows.tsx';
import classes from './ActiveHome.module.css';
import { Branch, type BranchNode } from './Branch.tsx';
import { formatDate, formatDayMonth, formatPeriod } from './day-text.ts';
import { Icon } from '../ui/Icon.tsx';
import { bank, qr, repeat, repeatOff } from './icons.ts';

interface ActiveHomeProps {
  data: Portal;
  authorization: Authorization;
  onPayByHand: () => void;
  onAuthorize: () => void;
  onStop: () => void;
}

export function ActiveHome(props: ActiveHomeProps) {
  const { data, authorization, onPayByHand, onAuthorize, onStop } = props;
  const { next, newValue, value } = authorization;
  const isPayable = next && !next.isAtBank && next.state !== 'skipped' && data.plans.length > 0;
  return (
    <>
      <section className={`${pageClasses.card} ${classes.root}`} aria-label="Seu plano">
        <div className={classes.top}>
          <LineHead {...data} />
          <div>
            <p className={pageClasses.quiet}>Seu plano vale até</p>
            <h1 className={pageClasses.date}>{formatDay(data.expiresAt)}</h1>
          </div>
          <p className={classes.repeats}>
            <Icon path={repeat} /> e renova sozinho, todo mês
          </p>
        </div>
        <div className={classes.branch}>
          <Branch nodes={nodesOf(authorization)} />
        </div>
      </section>
      <ActionRows
        label="Pix Automático"
        rows={[
          {
            icon: bank,
            title: 'Pix Automático autorizado',
            text: (
              <>
                {authorization.payerName},{' '}
                <span className={classes.whole}>CPF {authorization.cpf}</span>
              </>
            ),
          },
          ...(newValue === null || next?.isAtBank || !data.recurring.offer
            ? []
            : [
                {
                  icon: repeat,
                  title: `O preço mudou para ${formatReais(newValue)}`,
                  text: `O débito fica em ${formatReais(value)} até você autorizar de novo`,
                  onPress: onAuthorize,
                },
              ]),
          ...(isPayable
            ? [
                {
                  icon: qr,
                  title: 'Pagar à mão desta vez',
                  text: `O débito de ${formatDayMonth(next.dueOn)} não acontece`,
                  onPress: onPayByHand,
                },
              ]
            : []),
          {
            icon: repeatOff,
            title: 'Parar de renovar sozinho',
            text: `Seu plano continua até ${formatDay(data.expiresAt)}`,
            onPress: onStop,
          },
        ]}
      />
    </>
  );
}

function nodesOf({ paid, value, next }: Authorization): BranchNode[] {
  const payment: BranchNode[] = paid
    ? [
        {
          state: 'done',
          title: paid.isFirst ? 'Pago e autorizado' : 'Pago',
          text: `${formatDay(paid.at)}, ${paid.isFirst ? 'no Pix' : 'no Pix Automático'}`,
          value: formatReais(paid.value),
        },
      ]
    : [];
  return next ? [...payment, ...debitNodes(next, formatReais(value))] : payment;
}

/** Returns the steps of the next debit: the message from the bank, and the debit itself. */
function debitNodes(debit: Debit, value: string): BranchNode[] {
  const { dueOn, renewedUntil } = debit;
  const title = `Cobrança em ${formatDate(dueOn)}`;
  if (debit.state === 'skipped')
    return [
      {
        state: 'skipped',
        title:
          debit.text ||
          `A cobrança de ${formatDayMonth(dueOn)} não acontece: já está pago até ${formatDay(renewedUntil)}`,
      },
    ];
  if (debit.isToday)
    return [
      { state: 'done', title: 'Seu banco avisou você' },
      { state: 'running', title, text: 'O banco cobra hoje, até as 21:00', value },
    ];
  return [
    {
      state: 'later',
      title: 'Seu banco avisa você',
      text: formatPeriod(debit.noticeFrom, debit.noticeUntil),
    },
    {
      state: 'next',
      title,
      text: debit.isAtBank
        ? 'O débito de amanhã já está no banco.'
        : `de manhã; seu plano passa a valer até ${formatDay(renewedUntil)}`,
      value,
    },
  ];
}
