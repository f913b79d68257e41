/** Selects which page of the portal is shown. */
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type Charge,
  type Portal as PortalData,
  PortalError,
  readCharge,
  readPortal,
  withAuthorization,
} from './api.ts';
import { Bar } from './Bar.tsx';
import type { ShownBrand } from './brand.ts';
import { now } from './clock.ts';
import { CurrentPage } from './CurrentPage.tsx';
import { formatClock } from './format.ts';
import { Loading } from './ui/Loading.tsx';
import { loadRecurringHome, type RecurringHome } from './load-recurring-home.ts';
import { storeCharge, readStoredCharge } from './pay/stored-charge.ts';
import { consumeLinkedKey, consumeReferralLink, useLinkedKey } from './linked-key.ts';
import { SignIn } from './SignIn.tsx';
import { readStoredKey, storeKey } from './stored-key.ts';
import { type Page, usePages } from './use-pages.ts';
import classes from './portal.module.css';

function firstKey(): string | undefined {
  const linked = consumeLinkedKey();
  if (linked === undefined) return readStoredKey();
  storeKey(linked);
  return linked;
}

/**
 * State of the sign-in: the key, the data that the server returns for it, and the last error. A key
 * that is no longer valid is removed.
 */
function useSession() {
  const [key, setKey] = useState(firstKey);
  const [data, setData] = useState<PortalData>();
  const [problem, setProblem] = useState<string>();
  const [readAt, setReadAt] = useState<Date>();
  const [recurringHome, setRecurringHome] = useState<RecurringHome>();
  // Responses for a previous key must not change the page of the customer who is signed in now.
  const newest = useRef(key);
  const isNewest = useCallback(() => newest.current === key, [key]);
  const change = useCallback((next: string | undefined, why?: string) => {
    storeKey(next);
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
      const part = await loadRecurringHome(read);
      if (!isNewest()) return;
      setData(read);
      setRecurringHome(() => part);
      setReadAt(now());
    } catch (error) {
      if (error instanceof PortalError && error.isKeyInvalid) leave(error.message);
      else if (isNewest()) setProblem((error as Error).message);
    }
  }, [key, isNewest, leave]);
  useEffect(() => void load(), [load]);
  return { key, isNewest, data, recurringHome, readAt, problem, enter, leave, load };
}

/**
 * True if the payment may still be pending. A failed request counts as pending, because the status
 * is unknown.
 */
const isStillPending = (key: string, charge: Charge): Promise<boolean> =>
  readCharge(key, charge).then(
    ({ state }) => state === 'pending',
    () => true,
  );

const ASK_MS = 15_000;

/**
 * Polls the status of the pending payment while the home page is visible. It polls at once, when
 * the customer returns to the page, and every 15 seconds.
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

/**
 * Returns the unpaid code of an authorization. The customer may have requested it on another
 * device.
 */
function waitingCharge({ recurring: { authorization } }: PortalData): Charge | undefined {
  if (authorization?.state !== 'waiting') return undefined;
  const { state, expiresAt } = authorization.charge;
  const isOpen = state === 'pending' && expiresAt * 1000 > now().getTime();
  return isOpen ? withAuthorization(authorization) : undefined;
}

export function Portal({ brand }: { brand: ShownBrand }) {
  const { key, isNewest, data, recurringHome, readAt, problem, enter, leave, load } = useSession();
  const { open, keep, forget } = useOpenCharge(key);
  const [firstPage] = useState<Page>(() => {
    if (consumeReferralLink()) return 'referral';
    return open ? { charge: open } : 'home';
  });
  const pages = usePages(firstPage, () => void load());
  const { page, leave: leavePages } = pages;
  const keyBefore = useRef(key);
  // The pages and the payment of the previous key must not be shown to the next customer.
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
        page={typeof page === 'object' && 'stopOver' in page ? page.stopOver : page}
        onBack={pages.back}
        onLeave={key ? () => leave() : undefined}
      />
      <main onClickCapture={pages.onClickCapture}>
        {!key && <SignIn problem={problem} onEnter={enter} />}
        {key && !data && <Loading problem={problem} onRetry={() => void load()} />}
        {key && data && problem && (
          <p className={classes.warn} role="status">
            Mostrando os dados das {formatClock((readAt?.getTime() ?? 0) / 1000)}
          </p>
        )}
        {key && data && (
          <CurrentPage
            {...{ pages, data, recurringHome, keep, forget, isNewest }}
            open={open ?? waitingCharge(data)}
            keyText={key}
            onStale={() => void load()}
            onKeyInvalid={leave}
          />
        )}
      </main>
    </>
  );
}
