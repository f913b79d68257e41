import { DEFAULT_CREDITS } from '@ramal/contract/rules/terms';
import { formatDateTime } from '../../foundation/dates.ts';
import { creditsInWords } from '../../foundation/numbers.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useAccount } from '../account.ts';
import { CreditTiles } from '../fields/CreditTiles.tsx';
import { quoteRenewal } from '../fields/quote.ts';
import { LineSubtitle } from '../LineSubtitle.tsx';
import { callsChangedByActions } from '../platforms/calls.ts';
import type { LineChange } from '../platforms/platform.ts';
import type { LineDialogProps } from './line-dialog.ts';
import { RenewalPreview } from './RenewalPreview.tsx';

/** «Estender»: the credits and their effect. This dialog replaces the confirmation (S-PROD-13). */
export function ExtendLine({
  platform,
  context,
  now,
  onClose,
  onDone,
}: Omit<LineDialogProps, 'onDone'> & { now: Date; onDone: (change: LineChange) => void }) {
  const { line, owner } = context;
  const account = useAccount();
  const { extend } = platform.actions;
  const form = useForm(extend.declaration, {
    initial: { credits: DEFAULT_CREDITS as number },
    send: ({ credits }) => extend.send({ line, credits }),
    refresh: callsChangedByActions(platform),
    onDone: (answer) => {
      onClose();
      onDone(extend.read(answer));
    },
  });
  const { credits } = form.values;
  const quote = quoteRenewal(line.expiresAt, credits, account.balance, now);
  return (
    <FormDialog
      form={form}
      width={560}
      title="Estender"
      subtitle={<LineSubtitle line={line} />}
      submitLabel={`Sim, estender · ${creditsInWords(credits)}`}
      cancelLabel="Não"
      wideSubmit
      onClose={onClose}
    >
      <CreditTiles value={credits} onChange={(next) => form.change({ credits: next })} />
      <RenewalPreview
        before={formatDateTime(line.expiresAt)}
        after={formatDateTime(quote.expiresAt)}
        quote={quote}
        now={now}
        purpose="esta renovação"
        owner={owner}
      />
    </FormDialog>
  );
}
