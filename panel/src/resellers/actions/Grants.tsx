/**
 * «Permissões»: permissions of an account beyond its profile. Admins grant and revoke them
 * (Q-SPECIALID).
 */
import { Skeleton, Switch } from '@mantine/core';
import { type Grant, grants } from '@ramal/contract/api/access';
import { getGrants, setGrants } from '@ramal/contract/resellers/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { IconShieldCheck, IconShieldMinus, IconShieldPlus } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import type { Fact } from '../../ui/dialogs/Facts.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Initials } from '../../ui/Initials.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import type { ResellerDialogProps } from '../reseller-dialog.ts';
import { resellerObject } from './confirmations.ts';
import classes from './Grants.module.css';

export function Grants({ reseller, onClose, onSaved }: ResellerDialogProps) {
  const params = { id: reseller.id };
  const grantsCall = useCall(getGrants, { params });
  const before = grantsCall.data?.grants ?? [];
  const code = useFreshCode();
  const form = useForm(setGrants, {
    initial: { grants: before },
    send: (body) => ({ params, body }),
    validate: (values) => unchangedError(before, values.grants),
    confirm: (values) => ({
      title: 'Alterar as permissões?',
      icon: IconShieldCheck,
      object: resellerObject(reseller),
      facts: changeFacts(before, values.grants),
      confirmLabel: 'Sim, alterar',
    }),
    freshCode: () => code,
    refresh: [getGrants, getProfile],
    success: ({ message }) => ({
      title: message,
      text: `${reseller.username} · vale já no próximo clique`,
    }),
    onDone: () => {
      onClose();
      onSaved();
    },
  });
  const chosen = form.values.grants;
  const unchanged = changeFacts(before, chosen).length === 0;
  const toggle = (grant: Grant, on: boolean) =>
    form.change({ grants: on ? [...chosen, grant] : chosen.filter((other) => other !== grant) });
  return (
    <FormDialog
      form={form}
      width={560}
      lead={<Initials name={reseller.username} size={42} />}
      title="Permissões"
      subtitle={`${reseller.username} · ID ${reseller.id}`}
      onClose={onClose}
    >
      <Loaded
        query={grantsCall}
        failed="Não deu para carregar as permissões"
        waiting={
          <ul className={classes.root} aria-busy>
            {grants.map((grant) => (
              <Skeleton key={grant} height={44} radius={8} />
            ))}
          </ul>
        }
      >
        {() => (
          <ul className={classes.root}>
            {grants.map((grant) => (
              <GrantRow
                key={grant}
                grant={grant}
                on={chosen.includes(grant)}
                onChange={(on) => toggle(grant, on)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {!unchanged && <FreshCode code={code} disabled={form.busy} />}
    </FormDialog>
  );
}

interface GrantRowProps {
  grant: Grant;
  on: boolean;
  onChange: (on: boolean) => void;
}

function GrantRow({ grant, on, onChange }: GrantRowProps) {
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

/**
 * Returns an error if the form is unchanged. The save button is always enabled, so the user can
 * press it without a change.
 */
const unchangedError = (before: readonly Grant[], after: readonly Grant[]): FieldErrors =>
  changeFacts(before, after).length === 0
    ? { grants: 'Nenhuma permissão mudou. Mude uma delas e salve.' }
    : {};

function changeFacts(before: readonly Grant[], after: readonly Grant[]): Fact[] {
  const added = after.filter((grant) => !before.includes(grant));
  const removed = before.filter((grant) => !after.includes(grant));
  const list = (some: readonly Grant[]) => some.map((grant) => grantTexts[grant].name).join(', ');
  const facts: Fact[] = [
    { icon: IconShieldPlus, tone: 'ok', text: `Ganha: **${list(added)}**.` },
    { icon: IconShieldMinus, tone: 'warn', text: `Perde: **${list(removed)}**.` },
  ];
  return facts.filter((_, index) => (index === 0 ? added : removed).length > 0);
}

/** Description of each grant for the admin who assigns it (Q-SPECIALID). */
interface GrantText {
  readonly name: string;
  readonly opens: string;
}

const grantTexts: Record<Grant, GrantText> = {
  'lines.new-p2p': {
    name: 'Novo P2P',
    opens: 'Cria e gerencia usuários da plataforma Novo P2P, com os testes rápidos dela.',
  },
  'lines.migrate-new-p2p': {
    name: 'Migrar Novo P2P',
    opens: 'Leva usuários de outra plataforma para o Novo P2P.',
  },
  games: {
    name: 'Jogos do dia',
    opens: 'Publica os jogos do dia: canais que aparecem no player e saem sozinhos.',
  },
  extras: {
    name: 'Funções Extra',
    opens: 'Exporta os códigos do guia de todos os canais e diz o que mudou neles.',
  },
  'dns.fixed': {
    name: 'DNS fixos',
    opens: 'Troca o DNS que os aparelhos de cada ativador recebem.',
  },
  'logs.export': { name: 'Exportar logs', opens: 'Baixa os logs gerais em planilha.' },
  'logs.ids': { name: 'ID nos logs', opens: 'Vê a coluna ID nos logs gerais.' },
  'logs.dns-premium': {
    name: 'Logs de DNS Premium',
    opens: 'Vê nos logs gerais o que foi feito em DNS Premium.',
  },
  'api.keys': {
    name: 'Chaves de API',
    opens: 'Cria chaves com que programas vendem e renovam por esta conta.',
  },
  'extract.export': { name: 'Exportar extrato', opens: 'Baixa o extrato financeiro em planilha.' },
};
