/** Page of a customer who has signed in. */
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Charge, Portal } from './api.ts';
import { Help } from './Help.tsx';
import { Home } from './Home.tsx';
import type { RecurringHome } from './load-recurring-home.ts';
import { Renew } from './pay/Renew.tsx';
import { Ticket } from './Ticket.tsx';
import type { usePages } from './use-pages.ts';
import classes from './CurrentPage.module.css';
import pageClasses from './portal.module.css';

const Pay = lazy(async () => ({ default: (await import('./pay/Pay.tsx')).Pay }));

const RenewOptions = lazy(async () => ({
  default: (await import('./recurring/RenewOptions.tsx')).RenewOptions,
}));

const ReferralPage = lazy(async () => ({
  default: (await import('./referral/ReferralPage.tsx')).ReferralPage,
}));

interface CurrentPageProps {
  pages: ReturnType<typeof usePages>;
  data: Portal;
  recurringHome: RecurringHome | undefined;
  keyText: string;
  /** A payment that is still pending; undefined without one. */
  open: Charge | undefined;
  keep: (charge: Charge | undefined) => void;
  forget: () => void;
  /** False if another customer signed in while the request was running. */
  isNewest: () => boolean;
  onStale: () => void;
  onKeyInvalid: (why?: string) => void;
}

export function CurrentPage(props: CurrentPageProps) {
  const { pages, data, keyText, isNewest, forget, onStale, onKeyInvalid } = props;
  const { page } = pages;
  if (page === 'home' || page === 'recurring' || (typeof page === 'object' && 'stopOver' in page))
    return <HomePage {...props} />;
  if (page === 'help')
    return (
      <Help
        keyText={keyText}
        onTicket={(ticket) => isNewest() && pages.isShown('help') && pages.open({ ticket })}
        onKeyInvalid={onKeyInvalid}
      />
    );
  if (page === 'referral')
    return (
      <Suspense fallback={<Waiting />}>
        <ReferralPage
          keyText={keyText}
          onOff={() => pages.isShown('referral') && pages.goHome()}
          onKeyInvalid={onKeyInvalid}
        />
      </Suspense>
    );
  if (page === 'renew' || page === 'renew-once') return <RenewPage {...props} page={page} />;
  if ('ticket' in page)
    return <Ticket keyText={keyText} id={page.ticket} onKeyInvalid={onKeyInvalid} />;
  return (
    <Suspense fallback={<Waiting />}>
      <Pay
        {...{ data, keyText }}
        onHelp={() => pages.open('help')}
        onHome={pages.goHome}
        first={page.charge}
        onEnd={forget}
        onAgain={() => {
          forget();
          onStale();
          pages.replace('renew');
        }}
      />
    </Suspense>
  );
}

/** Shown while the code of a page is loaded. */
const Waiting = () => (
  <div className={`${pageClasses.card} ${pageClasses.waiting}`} aria-busy="true" />
);

const TOAST_MS = 5_000;

function HomePage({ pages, data, keyText, isNewest, keep, ...props }: CurrentPageProps) {
  const { open, onKeyInvalid } = props;
  const { page } = pages;
  const [toast, setToast] = useState<string>();
  useEffect(() => {
    const timer = toast && setTimeout(() => setToast(undefined), TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  const stopOver = typeof page === 'object' && 'stopOver' in page ? page.stopOver : undefined;
  const base = stopOver ?? (page === 'recurring' ? page : 'home');
  const payment = {
    keyText,
    onKeyInvalid,
    onCharge: (charge: Charge) => {
      if (!isNewest()) return;
      keep(charge);
      // If the customer has left this page in the meantime, the open page stays. The home page
      // later shows the payment.
      if (pages.isShown(page)) pages.open({ charge });
    },
  };
  return (
    <>
      <Home
        data={data}
        RecurringHome={props.recurringHome}
        open={open}
        renew={{ ...payment, onStale: props.onStale }}
        onPay={(charge) => pages.open({ charge })}
        onRenew={() => pages.open('renew')}
        onHelp={() => pages.open('help')}
        onReferral={() => pages.open('referral')}
        recurring={{
          ...payment,
          isOwnPage: base === 'recurring',
          isStopping: stopOver !== undefined,
          onPayByHand: () => pages.open('renew-once'),
          onAuthorize: () => pages.open('renew'),
          onActive: () => pages.open('recurring'),
          onStop: () => pages.open({ stopOver: base }),
          onStayed: pages.back,
          onStopped: () => {
            setToast('Não renova mais sozinho');
            pages.goHome();
          },
        }}
      />
      {toast && (
        <p className={classes.toast} role="status">
          {toast}
        </p>
      )}
    </>
  );
}

function RenewPage({ page, ...props }: CurrentPageProps & { page: 'renew' | 'renew-once' }) {
  const { pages, data, keyText, isNewest, keep, onStale, onKeyInvalid } = props;
  const { offer } = data.recurring;
  const shared = {
    data,
    keyText,
    onCharge: (charge: Charge) => {
      if (!isNewest()) return;
      keep(charge);
      if (pages.isShown(page)) pages.replace({ charge });
    },
    onKeyInvalid,
    onStale,
  };
  if (page === 'renew-once' || !offer)
    return (
      <section className={pageClasses.card} aria-label="Renovar">
        <Renew {...shared} />
      </section>
    );
  return (
    <Suspense fallback={<Waiting />}>
      <RenewOptions {...shared} offer={offer} />
    </Suspense>
  );
}
