/** Form for the coupon that the messages of a group offer. */
import { listCoupons } from '@ramal/contract/coupons/coupons';
import {
  getWinBack,
  listWinBackSamples,
  saveWinBackGroup,
} from '@ramal/contract/win-back/win-back';
import { useCall } from '../../foundation/api/query.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { SelectField } from '../../ui/form/fields/choice-fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import type { GroupAnswer } from '../win-back-words.ts';

interface CouponDialogProps {
  readonly group: GroupAnswer;
  readonly onClose: () => void;
}

/** Value of the option without a coupon. */
const NONE = '';
const MAX_OFFERED = 100;

export function CouponDialog({ group, onClose }: CouponDialogProps) {
  const { data } = useCall(listCoupons, { query: { status: 'valid', perPage: MAX_OFFERED } });
  const form = useForm(saveWinBackGroup, {
    initial: { coupon: group.coupon?.code ?? NONE },
    send: ({ coupon }) => ({
      body: { group: group.group, coupon: coupon === NONE ? null : coupon },
    }),
    refresh: [getWinBack, listWinBackSamples],
    success: ({ message }) => ({ title: message }),
    onDone: onClose,
  });
  const codes = (data?.data ?? [])
    .filter(({ kind }) => kind !== 'credits')
    .map(({ code }) => ({ value: code, label: code }));
  return (
    <FormDialog
      form={form}
      title="Cupom"
      subtitle="O link da mensagem já leva o cupom. Os campos {cupom} e {valor} mostram o código e o preço com ele."
      hint={
        <LinkButton to="/coupons" variant="link" p={0}>
          Ver os cupons
        </LinkButton>
      }
      onClose={onClose}
    >
      <SelectField
        label="Cupom"
        data={[{ value: NONE, label: 'Sem cupom' }, ...codes]}
        {...form.field('coupon')}
      />
    </FormDialog>
  );
}
