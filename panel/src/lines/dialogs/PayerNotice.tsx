import type { Quote } from '../fields/quote.ts';

/**
 * States that the acting account pays, even for a line of another account. An admin has no balance
 * (Q-CHARGE).
 */
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
