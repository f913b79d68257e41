/**
 * «Criar por código»: creates a line from the code that a device shows. Shows the cost first and
 * the receipt afterwards (V-19, M-10, Q-CODECOST, S-NP2PLIST-22, -23).
 */
import { withWireNames } from '@ramal/contract/api/translated';
import { CODE_CREDITS, CODE_DIGITS, createLineFromCode } from '@ramal/contract/activation';
import { type ErrorCode, errorText, errors } from '@ramal/contract/api/errors';
import { messages } from '@ramal/contract/api/validation';
import { useState } from 'react';
import { formatDateTime } from '../../foundation/dates.ts';
import { useNow } from '../../foundation/use-now.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useAccount } from '../account.ts';
import { quoteOfficial, describeQuote } from '../fields/quote.ts';
import { MissingCredits } from '../fields/TopUpAction.tsx';
import { readyPackage } from '../fields/product.ts';
import { ProductSection } from '../fields/ProductSection.tsx';
import { callsChangedByActions, usePlatformRead } from '../platforms/calls.ts';
import {
  type LinePlatform,
  type CreateFromCodeCall,
  type LineFromCodeInput,
  platformCall,
} from '../platforms/platform.ts';
import { LineReceipt } from '../receipt/LineReceipt.tsx';
import { type Receipt, toReceipt } from '../receipt/receipt.ts';
import { TextSkeleton } from '../TextSkeleton.tsx';
import { CodeInput } from './CodeInput.tsx';
import { EffectBox } from '../dialogs/EffectBox.tsx';

export interface CodeDialogProps {
  platform: LinePlatform;
  onClose: () => void;
}

export function CodeDialog({ platform, onClose }: CodeDialogProps) {
  const [created, setCreated] = useState<Receipt>();
  if (!created) return <CodeForm platform={platform} onClose={onClose} onCreated={setCreated} />;
  return (
    <LineReceipt
      platform={platform}
      receipt={created}
      title="Usuário criado com sucesso"
      phoneTitle="Usuário criado"
      phoneSubtitle="O aparelho recebe o acesso sozinho, em alguns segundos"
      onClose={onClose}
    />
  );
}

interface CodeFormProps extends CodeDialogProps {
  onCreated: (receipt: Receipt) => void;
}

function CodeForm({ platform, onClose, onCreated }: CodeFormProps) {
  const now = useNow();
  const { balance } = useAccount();
  const packages = usePlatformRead(platform.packages, undefined, { staleMs: 60_000 }).data;
  const form = useForm(createFromCodeCall.declaration, {
    initial: { code: '', packageId: packages?.[0]?.id, note: '' },
    wireNames: { packageId: 'productid', note: 'nota' },
    send: createFromCodeCall.send,
    validate: ({ code }) => problemOf(code),
    codeFields,
    alertFor: ({ refusal }, { code }) =>
      !refusal && isMissing(code)
        ? { title: errors.activation_code_missing.title, text: MISSING_TEXT }
        : undefined,
    refresh: callsChangedByActions(platform),
    onDone: (answer) => onCreated(createFromCodeCall.read(answer)),
  });
  const quote = quoteOfficial(CODE_CREDITS, balance, now);
  const short = quote.missing > 0;
  return (
    <FormDialog
      form={form}
      title="Criar por código"
      subtitle={`Linha oficial ${platform.definition.label} para o aparelho que mostra o código.`}
      submitLabel={`Sim, criar · ${quote.cost}`}
      wideSubmit
      cancelLabel="Não"
      onClose={onClose}
    >
      <CodeInput {...form.field('code')} />
      <ProductSection
        platform={platform}
        readyOnly
        value={readyPackage(form.values.packageId)}
        onChange={({ packageId }) => form.change({ packageId: packageId ?? undefined })}
        error={form.errors.productid}
      />
      <TextField
        label="Anotações"
        optional
        autoComplete="off"
        placeholder="Vazio guarda o nome do aparelho"
        maxLength={255}
        {...form.field('note')}
      />
      <EffectBox
        dates={
          <>
            Vence em <b>{formatDateTime(quote.expiresAt)}</b>
          </>
        }
        short={short}
        sentence={
          short ? (
            <MissingCredits quote={quote} what="criar esta linha" />
          ) : (
            (describeQuote(quote, now) ?? <TextSkeleton />)
          )
        }
      />
    </FormDialog>
  );
}

const MISSING_TEXT = errorText('activation_code_missing');

const isMissing = (code: string): boolean => /^0*$/.test(code);

function problemOf(code: string): FieldErrors {
  if (isMissing(code)) return { code: MISSING_TEXT };
  return code.length < CODE_DIGITS ? { code: messages.incomplete('Código') } : {};
}

/** Error codes whose message is shown under the field of the code. */
const codeFields: Partial<Record<ErrorCode, string>> = {
  activation_code_missing: 'code',
  activation_code_unknown: 'code',
  activation_code_expired: 'code',
  activation_code_used: 'code',
};

/**
 * Call that creates a line from a code, on a platform whose apps show a code. It is loaded together
 * with the dialog.
 */
const createFromCodeCall: CreateFromCodeCall = platformCall(
  createLineFromCode,
  ({ code, packageId, note }: LineFromCodeInput) => ({
    body: withWireNames(createLineFromCode.body, { code, productid: packageId, note }),
  }),
  toReceipt,
);
