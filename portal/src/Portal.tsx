/** Which of the portal's few pages stands there. */
import { useCallback, useEffect, useState } from 'react';
import { type Charge, type Portal as PortalData, PortalError, readPortal } from './api.ts';
import type { ShownBrand } from './brand.ts';
import { Home } from './Home.tsx';
import { Pay } from './Pay.tsx';
import { Renew } from './Renew.tsx';
import { SignIn } from './SignIn.tsx';

const KEPT = 'ramal-portal-key';

/** A link's key stands after the #, which no server and no log sees; it is taken out of the address. */
function firstKey(): string | undefined {
  const linked = window.location.hash.slice(1);
  if (!/^l\.\d+\.[\w-]+$/.test(linked)) return localStorage.getItem(KEPT) ?? undefined;
  window.history.replaceState(null, '', window.location.pathname);
  localStorage.setItem(KEPT, linked);
  return linked;
}

type Page = 'home' | 'renew' | { readonly charge: Charge };

/** The key, what it opens, and what went wrong; a key that opens nothing any more is forgotten. */
function useOpened() {
  const [key, setKey] = useState(firstKey);
  const [data, setData] = useState<PortalData>();
  const [problem, setProblem] = useState<string>();
  const leave = useCallback((why?: string) => {
    localStorage.removeItem(KEPT);
    setKey(undefined);
    setData(undefined);
    setProblem(why);
  }, []);
  const load = useCallback(async () => {
    if (!key) return;
    try {
      setProblem(undefined);
      setData(await readPortal(key));
    } catch (error) {
      if (error instanceof PortalError && error.isOut) leave(error.message);
      else setProblem((error as Error).message);
    }
  }, [key, leave]);
  useEffect(() => void load(), [load]);
  const enter = (opened: string) => {
    localStorage.setItem(KEPT, opened);
    setKey(opened);
  };
  return { key, data, problem, enter, leave, load };
}

export function Portal({ brand }: { brand: ShownBrand }) {
  const { key, data, problem, enter, leave, load } = useOpened();
  const [page, setPage] = useState<Page>('home');
  useEffect(() => {
    // Newer browsers answer a promise here, which is no clean-up.
    window.scrollTo(0, 0);
  }, [page]);
  const goHome = () => {
    setPage('home');
    void load();
  };
  const out = (why?: string) => {
    setPage('home');
    leave(why);
  };
  return (
    <>
      <Bar brand={brand} page={page} onBack={goHome} onLeave={key ? () => out() : undefined} />
      <main>
        {!key && <SignIn problem={problem} onEnter={enter} />}
        {key && !data && <Loading problem={problem} onRetry={() => void load()} />}
        {key && data && page === 'home' && <Home data={data} onRenew={() => setPage('renew')} />}
        {key && data && page === 'renew' && (
          <Renew data={data} keyText={key} onCharge={(charge) => setPage({ charge })} onOut={out} />
        )}
        {key && data && typeof page === 'object' && (
          <Pay data={data} keyText={key} first={page.charge} onHome={goHome} />
        )}
      </main>
    </>
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
      <header className="bar">
        <button type="button" className="plain" onClick={onBack}>
          ‹ Voltar
        </button>
        <b>{page === 'renew' ? 'Renovar' : 'Pagamento'}</b>
      </header>
    );
  return (
    <header className="bar">
      <img src={brand.logo || '/mark.svg'} alt="" />
      <b>{brand.name}</b>
      {onLeave && (
        <button type="button" className="plain" onClick={onLeave}>
          Sair
        </button>
      )}
    </header>
  );
}

function Loading({ problem, onRetry }: { problem: string | undefined; onRetry: () => void }) {
  if (problem === undefined)
    return (
      <div className="card waiting" aria-busy="true">
        <span className="visually-hidden">Carregando</span>
      </div>
    );
  return (
    <div className="card" role="alert">
      <p>{problem}</p>
      <button type="button" className="main" onClick={onRetry}>
        Tentar de novo
      </button>
    </div>
  );
}
