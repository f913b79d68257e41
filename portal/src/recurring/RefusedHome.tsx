/**
 * Home page after a refused debit. It shows the reason, the way to pay now, and the next steps of
 * the bank.
 */
import { useState } from 'react';
import { refusalTexts } from '@ramal/contract/rules/payments/recurring-pix';
import type { Authorization, Charge, Portal, Refusal } from '../api.ts';
import { now } from '../clock.ts';
import { expiryText, formatClock, formatDay } from '../format.ts';
import { LineHead } from '../LineHead.tsx';
import pageClasses from '../portal.module.css';
import { type ActionRow, ActionRows } from '../ui/ActionRows.tsx';
import { Branch, type BranchNode } from './Branch.tsx';
import { dayWord, formatDate, formatDayMonth } from './day-text.ts';
import { Icon } from '../ui/Icon.tsx';
import { PayNow } from './PayNow.tsx';
import classes from './RefusedHome.module.css';
import { alert, repeat } from './icons.ts';
import { whatsapp } from '../ui/icons.ts';

interface RefusedHomeProps {
  data: Portal;
  authorization: Authorization;
  refusal: Refusal;
  keyText: string;
  onCharge: (charge: Charge) => void;
  onKeyInvalid: (why: string) => void;
  /** Opens the page that authorizes another account. */
  onAuthorize: () => void;
  /** Opens the page of the current authorization. */
  onActive: () => void;
}

export function RefusedHome({ data, authorization, refusal, ...acts }: RefusedHomeProps) {
  const [at] = useState(now);
  const { keyText, onCharge, onKeyInvalid } = acts;
  const willRetry = refusal.retriesOn.length > 0;
  return (
    <>
      <section className={pageClasses.card} aria-label="Seu plano">
        <LineHead {...data} />
        <h1 className={classes.title}>A cobrança de {dayWord(refusal.on, at)} não passou</h1>
        <p className={pageClasses.quiet}>{refusal.text}</p>
        <Consequence expiresAt={data.expiresAt} at={at} />
        {refusal.mayPayNow ? (
          <PayNow
            {...{ keyText, onCharge, onKeyInvalid }}
            value={authorization.value}
            hasRetry={willRetry}
          />
        ) : (
          <p role="status">O banco tenta cobrar hoje. Se não passar, você paga aqui à noite.</p>
        )}
      </section>
      {willRetry && (
        <section aria-labelledby="wait">
          <h2 id="wait">Se preferir esperar</h2>
          <div className={pageClasses.card}>
            <Branch nodes={triesOf(refusal, data, at)} />
          </div>
        </section>
      )}
      <ActionRows
        label="Renovar sozinho"
        rows={[...continuation(authorization, refusal, acts), ...talk(data)]}
      />
    </>
  );
}

/** States when the customer's television stops, or when it stopped. */
function Consequence({ expiresAt, at }: { expiresAt: number; at: Date }) {
  const { text } = expiryText(expiresAt, at);
  if (expiresAt * 1000 <= at.getTime())
    return (
      <p>
        Sua TV parou {stopWord(expiresAt, at)}, às {formatClock(expiresAt)}
      </p>
    );
  return (
    <p className={classes.soon}>
      <Icon path={alert} /> {text.replace(/(\S) às/, '$1, às')}
    </p>
  );
}

const stopWord = (expiresAt: number, at: Date): string => {
  const [day, month, year] = formatDay(expiresAt).split('/');
  return dayWord(`${year}-${month}-${day}`, at);
};

/**
 * Returns the steps of the refused charge: past attempts, the next attempt, and the last day on
 * which the bank tries.
 */
function triesOf({ tries, retriesOn }: Refusal, data: Portal, at: Date): BranchNode[] {
  const isOver = data.expiresAt * 1000 <= at.getTime();
  const [next = '', last] = [retriesOn[0], retriesOn.at(-1)];
  const effect = isOver
    ? 'a TV volta quando o débito passar'
    : `a TV para ${stopWord(data.expiresAt, at)} às ${formatClock(data.expiresAt)} e volta quando o débito passar`;
  return [
    ...tries.map((attempt): BranchNode => ({
      state: 'refused',
      title: `${formatDay(attempt.at).slice(0, 5)}, ${formatClock(attempt.at)}`,
      text: shortReason(attempt.reason),
    })),
    {
      state: 'next',
      title: `${formatDayMonth(next)}, de manhã`,
      text: `o banco tenta de novo; ${effect}`,
    },
    ...(last && last !== next
      ? [
          {
            state: 'later' as const,
            title: `até ${formatDayMonth(last)}`,
            text: 'última tentativa deste mês',
          },
        ]
      : []),
  ];
}

/** Returns the reason in lower case: «sem saldo na conta». */
function shortReason(reason: Refusal['reason']): string {
  const text = refusalTexts[reason].seller;
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/**
 * Returns the row about the future of the authorization. Either the authorization continues, or the
 * customer must authorise with another account.
 */
function continuation(
  { next }: Authorization,
  { isFinal }: Refusal,
  { onAuthorize, onActive }: Pick<RefusedHomeProps, 'onAuthorize' | 'onActive'>,
): ActionRow[] {
  if (isFinal)
    return [
      {
        icon: repeat,
        title: 'Autorizar de novo com outra conta',
        text: 'Para voltar a renovar sozinho',
        onPress: onAuthorize,
      },
    ];
  return [
    {
      icon: repeat,
      title: 'Renovar sozinho continua ligado',
      ...(next ? { text: `A próxima cobrança é em ${formatDate(next.dueOn)}` } : {}),
      onPress: onActive,
    },
  ];
}

const talk = ({ seller }: Portal): ActionRow[] =>
  seller.whatsapp
    ? [
        {
          icon: whatsapp,
          title: `Falar com ${seller.name}`,
          href: `https://wa.me/${seller.whatsapp}`,
        },
      ]
    : [];
