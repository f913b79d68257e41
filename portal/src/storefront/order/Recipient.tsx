import { useState } from 'react';
import { formatDay } from '../../format.ts';
import { ActionRows } from '../../ui/ActionRows.tsx';
import type { Order } from '../api.ts';
import { userCheck } from '../step-icons.ts';

/** States which user the payment is for, and until when the customer then watches. */
export function Recipient({ order: { testUsername, wouldExpireTimestamp } }: { order: Order }) {
  const [day] = useState(
    () => wouldExpireTimestamp !== null && `até ${formatDay(wouldExpireTimestamp)}`,
  );
  return (
    <ActionRows
      label="Para quem"
      rows={[
        {
          icon: userCheck,
          title: testUsername ?? 'Usuário novo',
          text: [testUsername ? 'O mesmo usuário do teste' : 'Aparece aqui depois de pagar', day]
            .filter(Boolean)
            .join(', '),
        },
      ]}
    />
  );
}
