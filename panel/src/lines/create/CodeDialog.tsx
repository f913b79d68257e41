/** The code of a device, what it will cost, and then the receipt (V-19, Q-CODECOST, S-NP2PLIST-22 and 23). */
import { Button } from '@mantine/core';
import { CODE_CREDITS } from '@ramal/contract/activation';
import { useId, useRef } from 'react';
import { formatDateTime } from '../../foundation/dates.ts';
import { useNow } from '../../foundation/use-now.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useAccount } from '../account.ts';
import { CodeInput } from './CodeInput.tsx';
import { lineFromCode } from './line-from-code.ts';
import { LineReceipt } from '../receipt/LineReceipt.tsx';
import { ProductField } from '../fields/ProductField.tsx';
import type { LinePlatform } from '../platforms/platform.ts';
import { missingText, quoteOfficial, sentence } from '../fields/quote.ts';
import { useCreateFromCode } from './use-create-from-code.ts';
import { TextSkeleton } from '../TextSkeleton.tsx';

export interface CodeWindowProps {
  platform: LinePlatform;
  onClose: () => void;
}

export function CodeDialog({ platform, onClose }: CodeWindowProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const now = useNow();
  const { balance } = useAccount();
  const { draft, change, fields, busy, submit, created } = useCreateFromCode(
    platform,
    lineFromCode,
    form,
  );
  if (created) {
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
  const quote = quoteOfficial(CODE_CREDITS, balance, now);
  const short = quote.missing > 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      busy={busy}
      title="Criar por código"
      subtitle={`Linha oficial ${platform.is.label} para o aparelho que mostra o código.`}
      footer={
        <>
          <Button size="md" variant="default" disabled={busy} onClick={onClose}>
            Cancelar
          </Button>
          <Button
            size="md"
            className="line-dialog-main"
            type="submit"
            form={id}
            loading={busy}
          >{`Criar · ${quote.cost}`}</Button>
        </>
      }
    >
      <form
        id={id}
        ref={form}
        className="from-code"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          submit();
        }}
      >
        <CodeInput value={draft.code} onChange={(code) => change({ code })} error={fields.code} />
        <ProductField
          platform={platform}
          value={{ custom: false, bouquets: [], packageId: draft.packageId }}
          onChange={({ packageId }) => change({ packageId: packageId ?? null })}
          error={fields.plan}
        />
        <TextField
          label="Anotações"
          optional
          autoComplete="off"
          placeholder="Vazio guarda o nome do aparelho"
          maxLength={255}
          value={draft.note}
          onChange={({ currentTarget: { value } }) => change({ note: value })}
        />
        <div className="line-effect">
          <p className="line-effect-dates">
            Vence em <b>{formatDateTime(quote.expiresAt)}</b>
          </p>
          <p className="line-effect-sentence" data-short={short || undefined} aria-live="polite">
            {short
              ? missingText(quote, 'criar esta linha')
              : (sentence(quote, now) ?? <TextSkeleton />)}
          </p>
        </div>
      </form>
    </Dialog>
  );
}
