/** A payment under way: the code, how long it lasts, and what became of it. The page asks by itself. */
import { useEffect, useState } from 'react';
import { type Charge, type Portal, readCharge } from './api.ts';
import { Copy } from './Copy.tsx';
import { Qr } from './Qr.tsx';
import { Sandbox } from './Renew.tsx';
import { countdown, dayOf, inReais, planOf } from './words.ts';

interface PayProps {
  data: Portal;
  keyText: string;
  first: Charge;
  /** It waits for nobody any more. */
  onEnd: () => void;
  onHome: () => void;
}

/** Seconds between one question and the next, slower as time goes on. */
const PAUSES = [3, 5, 8, 13, 21, 30];

function useCharge(keyText: string, first: Charge): Charge {
  const [charge, setCharge] = useState(first);
  const { state, reference } = charge;
  const isOpen = state === 'pending' || state === 'paid';
  useEffect(() => {
    if (!isOpen) return undefined;
    let asked = 0;
    let timer: number;
    const ask = async () => {
      try {
        setCharge(await readCharge(keyText, reference));
      } catch {
        // Without an answer nothing is known; the next question follows.
      }
      wait();
    };
    const wait = () => {
      timer = window.setTimeout(
        () => void ask(),
        PAUSES[Math.min(asked, PAUSES.length - 1)]! * 1000,
      );
      asked += 1;
    };
    wait();
    return () => window.clearTimeout(timer);
  }, [isOpen, keyText, reference]);
  return charge;
}

export function Pay({ data, keyText, first, onEnd, onHome }: PayProps) {
  const charge = useCharge(keyText, first);
  const isPending = charge.state === 'pending';
  useEffect(() => {
    if (!isPending) onEnd();
  }, [isPending, onEnd]);
  if (charge.state === 'settled' || charge.state === 'paid')
    return <Paid charge={charge} seller={data.seller.name} onHome={onHome} />;
  if (charge.state !== 'pending')
    return (
      <section className="card" role="alert">
        <h2 className="title">O pagamento não aconteceu</h2>
        <p>{charge.reason ?? 'O pedido foi cancelado.'}</p>
        <button type="button" className="main" onClick={onHome}>
          Começar de novo
        </button>
      </section>
    );
  return (
    <>
      {charge.sandbox && <Sandbox />}
      <section className="card pay">
        <h2 className="date">{inReais(charge.value)}</h2>
        <p className="quiet">
          {planOf(charge.months)}, quem recebe é {data.seller.name}
        </p>
        {charge.pix_code && <Qr text={charge.pix_code} />}
        {charge.pix_code && <Left until={charge.expires_at} />}
      </section>
      {charge.pix_code && (
        <section className="card">
          <h2>Pix copia e cola</h2>
          <code className="code">{charge.pix_code}</code>
          <Copy main text={charge.pix_code} label="Copiar código Pix" />
        </section>
      )}
      {charge.checkout_url && (
        <a className="main" href={charge.checkout_url}>
          Pagar com cartão no Mercado Pago
        </a>
      )}
      {charge.reason && <p className="bad">{charge.reason}</p>}
      <p className="quiet">
        {charge.pix_code && 'No app do seu banco, escolha Pix copia e cola. '}
        Esta tela muda sozinha quando o pagamento cair.
      </p>
      <p className="sticky" role="status">
        <i className="ring" aria-hidden /> Esperando o pagamento
      </p>
    </>
  );
}

function Left({ until }: { until: number }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <p>
      O código vale por <b>{countdown(until, now)}</b>
    </p>
  );
}

interface PaidProps {
  charge: Charge;
  seller: string;
  onHome: () => void;
}

/** The effect first, then the receipt. */
const Paid = ({ charge, seller, onHome }: PaidProps) => (
  <section className="card" role="status">
    <h2 className="title">
      {charge.renewed_until === null
        ? 'Pagamento recebido'
        : `Renovado até ${dayOf(charge.renewed_until)}`}
    </h2>
    {charge.renewed_until === null && (
      <p>Sua renovação está na fila de {seller} e acontece sozinha, sem pagar de novo.</p>
    )}
    <dl>
      <dt>Valor</dt>
      <dd>{inReais(charge.value)}</dd>
      <dt>Plano</dt>
      <dd>{planOf(charge.months)}</dd>
      <dt>Quem recebeu</dt>
      <dd>{seller}</dd>
      <dt>Pedido</dt>
      <dd>{charge.reference.slice(0, 8)}</dd>
    </dl>
    <button type="button" className="main" onClick={onHome}>
      Voltar ao início
    </button>
  </section>
);
