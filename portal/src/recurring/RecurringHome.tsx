/**
 * First part of the home page of a line with an authorization. It includes the dialog that ends the
 * authorization.
 */
import type { Authorization, Charge, Portal } from '../api.ts';
import { ActiveHome } from './ActiveHome.tsx';
import { RefusedHome } from './RefusedHome.tsx';
import { StopSheet } from './StopSheet.tsx';

export interface RecurringHomeProps {
  data: Portal;
  authorization: Authorization;
  keyText: string;
  /**
   * True on the page of the authorization. This page is the same whether or not the last debit was
   * refused.
   */
  isOwnPage: boolean;
  isStopping: boolean;
  onCharge: (charge: Charge) => void;
  onKeyInvalid: (why: string) => void;
  onPayByHand: () => void;
  onAuthorize: () => void;
  onActive: () => void;
  onStop: () => void;
  onStayed: () => void;
  onStopped: () => void;
}

export function RecurringHome(props: RecurringHomeProps) {
  const { data, authorization, isStopping, onStayed, onStopped } = props;
  const { refusal } = authorization;
  return (
    <>
      {refusal && !props.isOwnPage ? (
        <RefusedHome {...props} refusal={refusal} />
      ) : (
        <ActiveHome {...props} />
      )}
      {isStopping && (
        <StopSheet
          keyText={props.keyText}
          authorization={authorization}
          expiresAt={data.expiresAt}
          onClose={onStayed}
          onStopped={onStopped}
          onKeyInvalid={props.onKeyInvalid}
        />
      )}
    </>
  );
}
