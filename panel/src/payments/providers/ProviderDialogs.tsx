/** Dialogs of «Recebimento», one at a time. */
import { type ProviderName, providerKinds } from '@ramal/contract/payments/payment-providers';
import { IconBuildingBank } from '@tabler/icons-react';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { AsaasKeys } from './AsaasKeys.tsx';
import { MercadoPagoKeys } from './MercadoPagoKeys.tsx';
import { NoticeHistory } from './NoticeHistory.tsx';
import type { ProvidersState } from './provider-words.ts';
import { ProviderTiles } from './ProviderTiles.tsx';
import { ReceiverForm } from './ReceiverForm.tsx';
import { WooviKey } from './WooviKey.tsx';

export type ProviderDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'notices' }
  | { readonly kind: 'receiver' }
  | { readonly kind: 'keys'; readonly provider: ProviderName };

interface ProviderDialogsProps {
  state: ProvidersState;
  dialog: ProviderDialog;
  onChange: (dialog: ProviderDialog | undefined) => void;
}

export function ProviderDialogs({ state, dialog, onChange }: ProviderDialogsProps) {
  const close = () => onChange(undefined);
  const connect = (provider: ProviderName) => onChange({ kind: 'keys', provider });
  const { receiver } = state;
  if (dialog.kind === 'notices') return <NoticeHistory onClose={close} />;
  if (dialog.kind === 'add')
    return <AddProvider state={state} onClose={close} onChoose={connect} />;
  if (dialog.kind === 'receiver')
    return <ReceiverForm receiver={receiver} onClose={close} onSaved={close} />;
  if (dialog.provider === 'mercado-pago') return <MercadoPagoKeys onClose={close} />;
  if (dialog.provider === 'woovi') return <WooviKey state={state} onClose={close} />;
  // Asaas is used for recurring Pix, which only companies can receive. The receiver must therefore
  // be saved before the keys.
  if (!receiver)
    return (
      <ReceiverForm receiver={null} onClose={close} onSaved={() => connect(dialog.provider)} />
    );
  return <AsaasKeys state={state} onClose={close} />;
}

interface AddProviderProps {
  state: ProvidersState;
  onClose: () => void;
  onChoose: (provider: ProviderName) => void;
}

function AddProvider({ state: { providers }, onClose, onChoose }: AddProviderProps) {
  const connected = providers.map(({ kind }) => kind);
  const free = providerKinds.filter((kind) => !connected.includes(kind));
  return (
    <Dialog onClose={onClose} width={480} title="Adicionar provedor" icon={IconBuildingBank}>
      {free.length > 0 ? (
        <ProviderTiles providers={free} onChoose={onChoose} />
      ) : (
        <EmptyState
          compact
          tone="plain"
          icon={IconBuildingBank}
          title="Todos os provedores já estão ligados"
        />
      )}
    </Dialog>
  );
}
