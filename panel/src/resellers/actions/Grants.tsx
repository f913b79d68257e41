/** Permissões: what an account may do beyond its profile; an admin gives and takes (Q-SPECIALID). */
import { Button, Skeleton, Switch } from '@mantine/core';
import { type Grant, grants } from '@ramal/contract/api/access';
import { getGrants, setGrants } from '@ramal/contract/resellers/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { IconShieldCheck, IconShieldMinus, IconShieldPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { Initials } from '../../ui/Initials.tsx';
import type { ConfirmFact } from '../../ui/dialogs/ConfirmBox.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { ErrorState } from '../../ui/states/ErrorState.tsx';
import { grantTexts } from './grant-texts.ts';
import type { ResellerDialogProps } from '../reseller-dialog.ts';

export function Grants({ reseller, onClose, onSaved }: ResellerDialogProps) {
  const params = { id: reseller.id };
  const held = useCall(getGrants, { params });
  const save = useAction(setGrants, { refresh: [getGrants, getProfile] });
  const [chosen, setChosen] = useState<readonly Grant[]>();
  const code = useFreshCode();
  const confirm = useConfirm();
  const toast = useToast();
  const before = held.data?.grants ?? [];
  const wanted = chosen ?? before;
  const given = wanted.filter((grant) => !before.includes(grant));
  const taken = before.filter((grant) => !wanted.includes(grant));
  const unchanged = given.length + taken.length === 0;

  const send = async () => {
    try {
      return await save.mutateAsync({ params, body: { grants: [...wanted], ...code.sent() } });
    } catch (error) {
      code.refused(error);
      throw error;
    }
  };
  const toggle = (grant: Grant, on: boolean) =>
    setChosen(on ? [...wanted, grant] : wanted.filter((other) => other !== grant));
  const submit = async () => {
    if (!code.check()) return;
    let message: string | undefined;
    await confirm({
      title: 'Alterar as permissões?',
      icon: IconShieldCheck,
      object: { name: reseller.username, note: `ID ${reseller.id}` },
      facts: [...fact('Ganha', given), ...fact('Perde', taken)],
      confirmLabel: 'Sim, alterar',
      onConfirm: async () => {
        ({ message } = await send());
      },
    });
    if (!message) return;
    onClose();
    onSaved();
    toast({ title: message, text: `${reseller.username} · vale já no próximo clique` });
  };

  return (
    <Dialog
      opened
      onClose={onClose}
      busy={save.isPending}
      width={560}
      lead={<Initials name={reseller.username} size={42} />}
      title="Permissões"
      subtitle={`${reseller.username} · ID ${reseller.id}`}
      footer={
        <>
          <Button size="md" variant="default" disabled={save.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button
            size="md"
            disabled={unchanged}
            loading={save.isPending}
            onClick={() => void submit()}
          >
            Salvar
          </Button>
        </>
      }
    >
      {held.error ? (
        <ErrorState
          title="Não deu para carregar as permissões"
          error={held.error}
          busy={held.isFetching}
          onRetry={() => void held.refetch()}
        />
      ) : (
        <ul className="grants" aria-busy={!held.data}>
          {grants.map((grant) =>
            held.data ? (
              <GrantRow
                key={grant}
                grant={grant}
                on={wanted.includes(grant)}
                onChange={(on) => toggle(grant, on)}
              />
            ) : (
              <Skeleton key={grant} height={44} radius={8} />
            ),
          )}
        </ul>
      )}
      {!unchanged && <FreshCode code={code} disabled={save.isPending} />}
    </Dialog>
  );
}

function GrantRow({
  grant,
  on,
  onChange,
}: {
  grant: Grant;
  on: boolean;
  onChange: (on: boolean) => void;
}) {
  const { name, opens } = grantTexts[grant];
  return (
    <li>
      <Switch
        labelPosition="left"
        label={name}
        description={opens}
        checked={on}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </li>
  );
}

function fact(verb: 'Ganha' | 'Perde', names: readonly Grant[]): ConfirmFact[] {
  if (names.length === 0) return [];
  const list = names.map((grant) => grantTexts[grant].name).join(', ');
  return [
    verb === 'Ganha'
      ? {
          icon: IconShieldPlus,
          tone: 'ok',
          text: (
            <>
              {verb}: <b>{list}</b>.
            </>
          ),
        }
      : {
          icon: IconShieldMinus,
          tone: 'warn',
          text: (
            <>
              {verb}: <b>{list}</b>.
            </>
          ),
        },
  ];
}
