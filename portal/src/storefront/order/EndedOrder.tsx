import { ActionRows } from '../../ui/ActionRows.tsx';
import { whatsapp } from '../../ui/icons.ts';
import { Act } from '../Act.tsx';
import { ActBar } from '../ActBar.tsx';
import type { Order } from '../api.ts';
import { StepBar } from '../Bars.tsx';
import type { OrderStepProps } from '../step-props.ts';
import { whatsappAddress } from '../words.ts';
import pageClasses from '../../portal.module.css';

type Outcome = NonNullable<Order['charge']['outcome']>;

interface Words {
  readonly title: string;
  readonly text: (seller: string) => string;
  /** Absent if the customer has already paid money. */
  readonly again?: string;
}

const words: Readonly<Record<Outcome, Words>> = {
  mismatched: {
    title: 'O pagamento precisa ser conferido',
    text: (seller) =>
      `Recebemos um pagamento diferente do pedido. Não pague de novo: fale com ${seller}, que confere e resolve.`,
  },
  refused: {
    title: 'O pagamento não foi aprovado',
    text: () => 'O banco ou o meio de pagamento recusou. Nada foi cobrado.',
    again: 'Tentar de novo',
  },
  expired: {
    title: 'Este código venceu',
    text: () =>
      'Nenhum pagamento chegou. Se você já pagou, não pague de novo: fale com quem vende.',
    again: 'Gerar outro código',
  },
  cancelled: {
    title: 'O pedido foi cancelado',
    text: (seller) => `Se você já pagou, fale com ${seller} antes de pagar de novo.`,
    again: 'Começar de novo',
  },
  refunded: {
    title: 'O pagamento foi devolvido',
    text: (seller) => `O valor voltou para quem pagou. Em caso de dúvida, fale com ${seller}.`,
  },
};

/** An order that will not be delivered. */
export function EndedOrder({ page, places, order }: OrderStepProps & { order: Order }) {
  const { title, text, again } = words[order.charge.outcome ?? 'cancelled'];
  const { seller } = page;
  return (
    <>
      <StepBar title="Pagamento" leavesFocus onBack={() => places.replace('')} />
      <main>
        <section className={pageClasses.card} role="alert">
          <h2 className={pageClasses.title}>{title}</h2>
          <p>{text(seller?.name ?? page.name)}</p>
        </section>
        {seller?.whatsapp && (
          <ActionRows
            label="Ajuda"
            rows={[
              {
                icon: whatsapp,
                title: `Falar com ${seller.name}`,
                href: whatsappAddress(seller.whatsapp),
              },
            ]}
          />
        )}
      </main>
      <ActBar>
        <Act onClick={() => places.replace(again ? 'assinar' : '')}>
          {again ?? 'Voltar ao início'}
        </Act>
      </ActBar>
    </>
  );
}
