/**
 * «Ativar como oficial»: the term and the product. The customer's access data stays unchanged
 * (Q-TESTPROMOTE).
 */
import { Box } from '@mantine/core';
import { DEFAULT_CREDITS } from '@ramal/contract/rules/terms';
import { formatDateTime } from '../../foundation/dates.ts';
import { creditsInWords } from '../../foundation/numbers.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useAccount } from '../account.ts';
import { CreditTiles } from '../fields/CreditTiles.tsx';
import { lineForm } from '../fields/line-form.ts';
import { KEEP_PACKAGE, type ProductChoice, readProduct, readyPackage } from '../fields/product.ts';
import { ProductSection } from '../fields/ProductSection.tsx';
import { quoteOfficial } from '../fields/quote.ts';
import type { Line } from '../line.ts';
import { LineSubtitle } from '../LineSubtitle.tsx';
import { callsChangedByActions, usePlatformRead } from '../platforms/calls.ts';
import type { LineDialogProps } from './line-dialog.ts';
import type { NewAccess } from './line-dialogs-state.ts';
import { RenewalPreview } from './RenewalPreview.tsx';

interface PromoteForm extends ProductChoice {
  readonly credits: number;
}

interface PromoteLineProps extends Omit<LineDialogProps, 'onDone'> {
  now: Date;
  onPromoted: (line: Line, access: NewAccess) => void;
}

/** Dialog that turns a test into an official line. It replaces the confirmation (S-PROD-13). */
export function PromoteLine({ platform, context, now, onClose, onPromoted }: PromoteLineProps) {
  const { line, owner } = context;
  const account = useAccount();
  const bouquets = usePlatformRead(platform.bouquets, undefined, { staleMs: 60_000 }).data ?? [];
  const { promote } = platform.actions;
  const form = useForm(promote.declaration, {
    initial: {
      credits: DEFAULT_CREDITS,
      ...readyPackage(KEEP_PACKAGE),
    } as PromoteForm,
    ...lineForm(platform, 'promote'),
    send: (values) =>
      promote.send({
        line,
        promotion: { credits: values.credits, ...readProduct(values, bouquets).product },
      }),
    validate: (values) => {
      const { error } = readProduct(values, bouquets);
      return error ? { plan: error } : {};
    },
    refresh: callsChangedByActions(platform),
    onDone: (answer) =>
      onPromoted(line, {
        platform,
        receipt: promote.read(answer),
        title: 'Teste ativado como oficial',
        phoneTitle: 'Ativado como oficial',
      }),
  });
  const { credits } = form.values;
  const quote = quoteOfficial(credits, account.balance, now);
  return (
    <FormDialog
      form={form}
      width={560}
      title="Ativar como oficial"
      subtitle={<LineSubtitle line={line} />}
      submitLabel={`Sim, ativar · ${creditsInWords(credits)}`}
      cancelLabel="Não"
      wideSubmit
      onClose={onClose}
    >
      <CreditTiles value={credits} onChange={(next) => form.change({ credits: next })} />
      <ProductSection
        platform={platform}
        value={form.values}
        onChange={form.change}
        mayKeep
        error={form.errors.plan}
      />
      <RenewalPreview
        before={formatDateTime(line.expiresAt)}
        after={formatDateTime(quote.expiresAt)}
        quote={quote}
        now={now}
        purpose="ativar esta linha"
        owner={owner}
      />
      <Box component="p" fz="sm" c="dimmed">
        Usuário e senha continuam os mesmos: o cliente não muda nada na TV.
      </Box>
    </FormDialog>
  );
}
