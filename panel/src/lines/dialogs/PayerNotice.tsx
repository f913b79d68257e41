import type { Quote } from '../fields/quote.ts';

/** Who acts pays, whosever line it is; an admin has no balance (Q-CHARGE). */
export function PayerNotice({ owner, quote }: { owner: string; quote: Quote }) {
  return (
    <>
      A linha é de <b>{owner}</b>.{' '}
      {quote.after === null ? (
        'O crédito sai da administração, não da revenda.'
      ) : (
        <>
          Quem paga é <b>você</b>.
        </>
      )}
    </>
  );
}
