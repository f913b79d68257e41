import { type ComponentType, useState } from 'react';
import type { Authorization, Charge, Portal } from './api.ts';
import { now } from './clock.ts';
import { Copy } from './ui/Copy.tsx';
import { HelpLinks } from './HelpLinks.tsx';
import { expiryText, formatDay, formatPlan, formatReais, formatReward } from './format.ts';
import { LineHead } from './LineHead.tsx';
import { receiptFacts, receiptTitle } from './pay/receipt/receipt-facts.ts';
import { SaveReceipt } from './pay/receipt/SaveReceipt.tsx';
import { Renew, type RenewProps } from './pay/Renew.tsx';
import type { RecurringHomeProps } from './recurring/RecurringHome.tsx';
import classes from './portal.module.css';

interface HomeProps {
  data: Portal;
  /** First part of the home of a line with an automatic renewal; undefined for other lines. */
  RecurringHome: ComponentType<RecurringHomeProps> | undefined;
  recurring: Omit<RecurringHomeProps, 'data' | 'authorization'>;
  renew: Omit<RenewProps, 'data'>;
  /** A payment that is still pending; undefined without one. */
  open: Charge | undefined;
  onPay: (charge: Charge) => void;
  /** Opens the page of all ways to renew. */
  onRenew: () => void;
  onHelp: () => void;
  onReferral: () => void;
}

/**
 * Home page of the portal. The expiry date is the largest element, and the button that pays the
 * renewal is directly below it.
 */
export function Home({ data, recurring, open, ...props }: HomeProps) {
  const { RecurringHome, onPay, onHelp, onReferral } = props;
  const { authorization } = data.recurring;
  const isRecurring = RecurringHome && authorization?.state === 'active';
  const first = isRecurring ? (
    <RecurringHome {...recurring} data={data} authorization={authorization} />
  ) : (
    <Due {...props} data={data} open={open} />
  );
  if (recurring.isOwnPage && isRecurring) return first;
  // After a refused debit, the first part of the page already contains the link to the seller.
  const isSellerLinked = isRecurring && authorization.refusal !== null;
  return (
    <>
      {open && (
        <section className={classes.card} aria-label="Pagamento esperando">
          <p>
            O pagamento de <b>{formatReais(open.value)}</b> está esperando.
          </p>
          <button type="button" className={classes.main} onClick={() => onPay(open)}>
            Continuar o pagamento
          </button>
        </section>
      )}
      {first}
      <Notices data={data} />
      <section aria-labelledby="watch">
        <div className={classes.head}>
          <h2 id="watch">Assistir</h2>
          <span className={classes.quiet}>{data.plan}</span>
        </div>
        <ul className={`${classes.card} ${classes.rows}`}>
          {data.links.map(({ label, value }) => (
            <li key={label}>
              <span>
                {label}
                <code>{value.replace(/^https?:\/\//, '')}</code>
              </span>
              {label === 'Assistir neste aparelho' ? (
                <a href={value}>Abrir</a>
              ) : (
                <Copy text={value} label={`Copiar ${label}`} />
              )}
            </li>
          ))}
        </ul>
        <details className={classes.card}>
          <summary>Como entrar no aplicativo</summary>
          <p className={classes.pre}>{data.howTo}</p>
        </details>
      </section>
      {typeof data.referralDays === 'number' && (
        <button type="button" className={`${classes.card} ${classes.link}`} onClick={onReferral}>
          Indique e ganhe{referralGain(data)}
        </button>
      )}
      <Receipts data={data} />
      <HelpLinks
        seller={isSellerLinked ? { ...data.seller, whatsapp: null } : data.seller}
        onHelp={onHelp}
      />
    </>
  );
}

/** Returns the reward for a friend; an empty text if only the friend gains. */
function referralGain({ referralDays, referralPercent = 0 }: Portal): string {
  const days = referralDays ?? 0;
  return days + referralPercent > 0 ? ` ${formatReward(days, referralPercent)}` : '';
}

/**
 * Announcements of the administration to all customers, collapsed until the customer opens them.
 */
function Notices({ data: { notices } }: { data: Portal }) {
  if (notices.length === 0) return null;
  return (
    <section aria-labelledby="notices">
      <div className={classes.head}>
        <h2 id="notices">Avisos</h2>
      </div>
      {notices.map(({ title, text, publishedAt: at }) => (
        <details key={`${at}-${title}`} className={classes.card}>
          <summary>{title}</summary>
          <p className={classes.quiet}>{formatDay(at)}</p>
          <p className={classes.pre}>{text}</p>
        </details>
      ))}
    </section>
  );
}

type DueProps = Pick<HomeProps, 'data' | 'open' | 'renew' | 'onRenew'>;

function Due({ data, ...props }: DueProps) {
  const [at] = useState(now);
  const isExpired = data.expiresAt * 1000 <= at.getTime();
  const { text, isSoon } = expiryText(data.expiresAt, at);
  return (
    <section className={classes.card} aria-label="Seu plano">
      <LineHead {...data} />
      <p className={classes.quiet}>{isExpired ? 'Seu plano venceu em' : 'Seu plano vale até'}</p>
      <h1 className={classes.date}>{formatDay(data.expiresAt)}</h1>
      <p className={isSoon ? classes.bad : classes.quiet}>{text}</p>
      <Ended authorization={data.recurring.authorization} seller={data.seller.name} />
      {data.blocked ? (
        <p className={classes.bad}>
          Esta linha está bloqueada e não pode ser renovada agora. Fale com {data.seller.name}.
        </p>
      ) : (
        <Payment data={data} {...props} />
      )}
    </section>
  );
}

/** States why the automatic renewal ended. */
function Ended({ authorization, seller }: { authorization: Authorization | null; seller: string }) {
  if (authorization?.state !== 'ended' || authorization.endedAt === null) return null;
  const reason = endReasons[authorization.endedBy ?? 'provider'].replace('{seller}', seller);
  return (
    <p className={classes.quiet}>
      Renovar sozinho parou em {formatDay(authorization.endedAt)}
      {reason && `, ${reason}`}.
    </p>
  );
}

const endReasons: Record<NonNullable<Authorization['endedBy']>, string> = {
  'not-authorized': 'porque o banco não autorizou',
  'customer-portal': 'aqui no portal',
  'customer-bank': 'no app do banco',
  seller: 'por {seller}',
  price: 'porque você autorizou outro preço',
  'line-deleted': '',
  'line-blocked': 'porque a linha foi bloqueada',
  'line-moved': 'porque a linha mudou de plataforma',
  replaced: 'porque você autorizou de novo',
  provider: '',
};

/** Payment of the renewal. While another payment is pending, it is one press away. */
function Payment({ data, open, renew, onRenew }: DueProps) {
  const { offer } = data.recurring;
  return (
    <>
      {!data.isOn && (
        <p className={classes.bad}>
          Esta linha está desligada. Para ligá-la, fale com {data.seller.name}.
          {data.plans.length > 0 && ' Renovar dá mais tempo, mas não liga a linha.'}
        </p>
      )}
      {!open && <Renew key={data.reward?.code} {...renew} data={data} />}
      {(open || offer) && data.plans.length > 0 && (
        <button type="button" className={classes.quietAct} onClick={onRenew}>
          {open ? 'Renovar de outro jeito' : 'Renovar sozinho todo mês'}
        </button>
      )}
    </>
  );
}

const stateWords = { settled: 'Pago', paid: 'Pago, renovando', reversed: 'Devolvido' } as const;

function Receipts({ data }: { data: Portal }) {
  const { receipts } = data;
  if (receipts.length === 0) return null;
  return (
    <section aria-labelledby="receipts">
      <h2 id="receipts">Recibos</h2>
      <ul className={`${classes.card} ${classes.rows}`}>
        {receipts.map((receipt) => (
          <li key={receipt.id}>
            <span>
              {formatPlan(receipt.months)}, {receipt.method === 'pix' ? 'Pix' : 'cartão'}
              <small>
                {stateWords[receipt.state]} em {formatDay(receipt.paidAt)} · nº {receipt.id}
                {receipt.renewedUntil !== null && ` · até ${formatDay(receipt.renewedUntil)}`}
              </small>
            </span>
            <b>{formatReais(receipt.value)}</b>
            {receipt.state !== 'reversed' && (
              <SaveReceipt
                label={`Guardar recibo nº ${receipt.id}`}
                title={receiptTitle(receipt)}
                facts={receiptFacts({ ...receipt, receipt }, data)}
                fileName={`recibo-${receipt.id}`}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
