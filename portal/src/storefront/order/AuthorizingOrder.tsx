import { TwoStepCode } from '../../recurring/TwoStepCode.tsx';
import type { Order, OrderAuthorization } from '../api.ts';
import { StepBar } from '../Bars.tsx';
import type { Places } from '../use-place.ts';
import { Recipient } from './Recipient.tsx';
import { SilentBank } from './SilentBank.tsx';

interface AuthorizingOrderProps {
  places: Places;
  order: Order;
  authorization: OrderAuthorization;
  /** True if the last request for the state was not answered. */
  isSilent: boolean;
}

/** The code of an unpaid order, which also authorises the following months. */
export const AuthorizingOrder = (props: AuthorizingOrderProps) => {
  const { places, order, authorization, isSilent } = props;
  return (
    <>
      <StepBar title="Pagar e autorizar" onBack={places.back} />
      <main>
        <TwoStepCode
          charge={order.charge}
          authorization={authorization}
          onAgain={() => places.replace('assinar')}
        >
          <Recipient order={order} />
          {isSilent && <SilentBank />}
        </TwoStepCode>
      </main>
    </>
  );
};
