/** Explains to the customer why a payment failed or ended without success. */
import type { Outcome, Portal } from '../api.ts';
import { HelpLinks } from '../HelpLinks.tsx';
import classes from '../portal.module.css';

interface Words {
  readonly title: string;
  readonly text: (seller: string) => string;
  /**
   * Label of the button that requests a new payment. Absent if the customer has already paid money.
   */
  readonly again?: string;
}

const words: Readonly<Record<Outcome, Words>> = {
  mismatched: {
    title: 'O pagamento precisa ser conferido',
    text: (seller) =>
      `Recebemos um pagamento com valor ou dados diferentes dos do pedido, e por isso a renovação ainda não aconteceu. Não pague de novo: fale com ${seller}, que confere e resolve.`,
  },
  refused: {
    title: 'O pagamento não foi aprovado',
    text: () =>
      'O banco ou o meio de pagamento recusou. Tente de novo ou escolha outra forma de pagar.',
    again: 'Tentar de novo',
  },
  expired: {
    title: 'O prazo para pagar acabou',
    text: () =>
      'Nenhum pagamento chegou até agora. Se você já pagou, não pague de novo: a renovação acontece sozinha quando o pagamento for confirmado.',
    again: 'Ainda não paguei: pedir de novo',
  },
  cancelled: {
    title: 'O pedido foi cancelado',
    text: (seller) =>
      `Este pedido não vale mais. Se você já pagou, fale com ${seller} antes de pagar de novo.`,
    again: 'Começar de novo',
  },
  refunded: {
    title: 'O pagamento foi devolvido',
    text: (seller) =>
      `O valor voltou para quem pagou, e este pagamento não conta como renovação. Em caso de dúvida, fale com ${seller}.`,
  },
};

interface EndedPaymentProps {
  outcome: Outcome;
  seller: Portal['seller'];
  onAgain: () => void;
  onHelp: () => void;
  onHome: () => void;
}

export function EndedPayment({ outcome, seller, onAgain, onHelp, onHome }: EndedPaymentProps) {
  const { title, text, again } = words[outcome];
  return (
    <>
      <section className={classes.card} role="alert">
        <h2 className={classes.title}>{title}</h2>
        <p>{text(seller.name)}</p>
        <button type="button" className={classes.main} onClick={again ? onAgain : onHome}>
          {again ?? 'Voltar ao início'}
        </button>
      </section>
      <HelpLinks seller={seller} onHelp={onHelp} />
    </>
  );
}
