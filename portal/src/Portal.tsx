/** Selects which page of the portal is shown. */
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type Charge,
  type Portal as PortalData,
  PortalError,
  readCharge,
  readPortal,
} from './api.ts';
import type { ShownBrand } from './brand.ts';
import { Help } from './Help.tsx';
import { Home } from './Home.tsx';
import { storeCharge, readStoredCharge } from './stored-charge.ts';
import { consumeLinkedKey, useLinkedKey } from './linked-key.ts';
import { Pay } from './Pay.tsx';
import { Renew } from './Renew.tsx';
import { SignIn } from './SignIn.tsx';
import { Ticket } from './Ticket.tsx';
import { type Page, usePages } from './use-pages.ts';
import classes from './portal.module.css';

const KEPT = 'ramal-portal-key';

function firstKey(): string | undefined {
  const linked = consumeLinkedKey();
  if (linked === undefined) return localStorage.getItem(KEPT) ?? undefined;
  localStorage.setItem(KEPT, linked);
  return linked;
}

const titleOf = (page: Page): string => {
  if (page === 'renew') return 'Renovar';
  return page === 'help' || (typeof page === 'object' && 'ticket' in page) ? 'Ajuda' : 'Pagamento';
};

/**
 * The key, the data that it opens, and the last error. A key that is no longer valid is removed.
 */
function useSession() {
  const [key, setKey] = useState(firstKey);
  const [data, setData] = useState<PortalData>();
  const [problem, setProblem] = useState<string>();
  // An answer for a former key must not change the page of the current customer.
  const newest = useRef(key);
  const isNewest = useCallback(() => newest.current === key, [key]);
  const change = useCallback((next: string | undefined, why?: string) => {
    if (next === undefined) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, next);
    if (next === newest.current) return;
    newest.current = next;
    setKey(next);
    setData(undefined);
    setProblem(why);
  }, []);
  const leave = useCallback(
    (why?: string) => {
      if (isNewest()) change(undefined, why);
    },
    [isNewest, change],
  );
  const enter = (opened: string) => {
    if (isNewest()) change(opened);
  };
  useLinkedKey(change);
  const load = useCallback(async () => {
    if (!key || !isNewest()) return;
    try {
      setProblem(undefined);
      const read = await readPortal(key);
      if (isNewest()) setData(read);
    } catch (error) {
      if (error instanceof PortalError && error.isKeyInvalid) leave(error.message);
      else if (isNewest()) setProblem((error as Error).message);
    }
  }, [key, isNewest, leave]);
  useEffect(() => void load(), [load]);
  return { key, isNewest, data, problem, enter, leave, load };
}

/**
 * True if the payment may still be pending. A failed request counts as pending, because the status
 * is unknown.
 */
const isStillPending = (key: string, { reference }: Charge): Promise<boolean> =>
  readCharge(key, reference).then(
    ({ state }) => state === 'pending',
    () => true,
  );

const ASK_MS = 15_000;

/**
 * Polls the status of the pending payment while the home page is visible: at once, when the
 * customer returns to it, and every few seconds.
 */
function usePendingPoll(key: string | undefined, open: Charge | undefined, onEnd: () => void) {
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (!key || !open) return undefined;
    let isLeft = false;
    const ask = async () => {
      if (document.hidden || (await isStillPending(key, open)) || isLeft) return;
      end.current();
    };
    const askNow = () => void ask();
    askNow();
    const timer = setInterval(askNow, ASK_MS);
    document.addEventListener('visibilitychange', askNow);
    return () => {
      isLeft = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', askNow);
    };
  }, [key, open]);
}

/** The pending payment, which also survives a reload of the page. */
function useOpenCharge(key: string | undefined) {
  const [open, setOpen] = useState(() => readStoredCharge(key));
  const keep = useCallback(
    (charge: Charge | undefined) => {
      storeCharge(key, charge);
      setOpen(charge);
    },
    [key],
  );
  const forget = useCallback(() => keep(undefined), [keep]);
  return { open, keep, forget };
}

export function Portal({ brand }: { brand: ShownBrand }) {
  const { key, isNewest, data, problem, enter, leave, load } = useSession();
  const { open, keep, forget } = useOpenCharge(key);
  const pages = usePages(open ? { charge: open } : 'home', () => void load());
  const { page, leave: leavePages } = pages;
  const keyBefore = useRef(key);
  // Pages and payment of a former key must not be shown to the next customer.
  useEffect(() => {
    if (key && key === keyBefore.current) return;
    keyBefore.current = key;
    leavePages();
    forget();
  }, [key, forget, leavePages]);
  usePendingPoll(page === 'home' && data ? key : undefined, open, () => {
    forget();
    void load();
  });
  return (
    <>
      <Bar
        brand={brand}
        page={page}
        onBack={pages.back}
        onLeave={key ? () => leave() : undefined}
      />
      <main onClickCapture={pages.onClickCapture}>
        {!key && <SignIn problem={problem} onEnter={enter} />}
        {key && !data && <Loading problem={problem} onRetry={() => void load()} />}
        {key && data && (
          <CurrentPage
            {...{ pages, data, open, keep, forget, isNewest }}
            keyText={key}
            onStale={() => void load()}
            onKeyInvalid={leave}
          />
        )}
      </main>
    </>
  );
}

interface CurrentPageProps extends ReturnType<typeof useOpenCharge> {
  pages: ReturnType<typeof usePages>;
  data: PortalData;
  keyText: string;
  /** False if another customer signed in while the request was running. */
  isNewest: () => boolean;
  onStale: () => void;
  onKeyInvalid: (why?: string) => void;
}

function CurrentPage(props: CurrentPageProps) {
  const { pages, data, keyText, isNewest, open, keep, forget, onStale, onKeyInvalid } = props;
  const { page } = pages;
  const onHelp = () => pages.open('help');
  if (page === 'home')
    return (
      <Home
        data={data}
        open={open}
        onPay={(charge) => pages.open({ charge })}
        onRenew={() => pages.open('renew')}
        onHelp={onHelp}
      />
    );
  if (page === 'help')
    return (
      <Help
        keyText={keyText}
        onTicket={(ticket) => isNewest() && pages.isShown('help') && pages.open({ ticket })}
        onKeyInvalid={onKeyInvalid}
      />
    );
  if (page === 'renew')
    return (
      <Renew
        data={data}
        keyText={keyText}
        onCharge={(charge) => {
          if (!isNewest()) return;
          keep(charge);
          // If the customer has gone back in the meantime, the home page shows the payment.
          if (pages.isShown('renew')) pages.replace({ charge });
        }}
        {...{ onKeyInvalid, onStale }}
      />
    );
  if ('ticket' in page)
    return <Ticket keyText={keyText} id={page.ticket} onKeyInvalid={onKeyInvalid} />;
  return (
    <Pay
      {...{ data, keyText, onHelp }}
      onHome={pages.goHome}
      first={page.charge}
      onEnd={forget}
      onAgain={() => {
        onStale();
        pages.replace('renew');
      }}
    />
  );
}

interface BarProps {
  brand: ShownBrand;
  page: Page;
  onBack: () => void;
  onLeave: (() => void) | undefined;
}

function Bar({ brand, page, onBack, onLeave }: BarProps) {
  if (page !== 'home')
    return (
      <header className={classes.bar}>
        <button type="button" className={classes.plain} onClick={onBack}>
          ‹ Voltar
        </button>
        <h1>{titleOf(page)}</h1>
      </header>
    );
  return (
    <header className={classes.bar}>
      <img src={brand.logo || '/mark.svg'} alt="" />
      <b>{brand.name}</b>
      {onLeave && (
        <button type="button" className={classes.plain} onClick={onLeave}>
          Sair
        </button>
      )}
    </header>
  );
}

function Loading({ problem, onRetry }: { problem: string | undefined; onRetry: () => void }) {
  if (problem === undefined)
    return (
      <div className={`${classes.card} ${classes.waiting}`} aria-busy="true">
        <span className={classes['visually-hidden']}>Carregando</span>
      </div>
    );
  return (
    <div className={classes.card} role="alert">
      <p>{problem}</p>
      <button type="button" className={classes.main} onClick={onRetry}>
        Tentar de novo
      </button>
    </div>
  );
}
