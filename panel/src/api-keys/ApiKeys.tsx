/** /api-keys: keys that let programs create and renew lines for this account (grant `api.keys`). */
import { type ApiKey, listApiKeys } from '@ramal/contract/api-keys';
import { IconKey, IconKeyOff, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { DocumentationButton } from './DocumentationButton.tsx';
import { useCall } from '../foundation/api/query.ts';
import { formatCredits } from '../foundation/numbers.ts';
import { useNow } from '../foundation/use-now.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { useListParams } from '../ui/list/list-params.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { wholePage } from '../ui/list/whole-page.ts';
import type { RowAction } from '../ui/table/columns.ts';
import { apiKeyParams } from './api-key-params.ts';
import classes from './ApiKeys.module.css';
import { CreateKey } from './CreateKey.tsx';
import { keyColumns } from './key-columns.tsx';
import { CreatedKey, type KeyWithSecret } from './CreatedKey.tsx';
import { RevokeKey } from './RevokeKey.tsx';
import { RotateKey } from './RotateKey.tsx';

export const ApiKeys = () => (
  <RequirePermission
    when={({ profile, grants }) => profile !== 'admin' && grants.includes('api.keys')}
  >
    <Screen />
  </RequirePermission>
);

function Screen() {
  const params = useListParams(apiKeyParams, 'api-keys');
  const now = useNow();
  const isPhone = useIsPhone();
  const [createdKey, setCreatedKey] = useState<KeyWithSecret>();
  const query = useCall(listApiKeys, {});
  const all = query.data?.data ?? [];
  const wantsActive = params.values.state !== 'ended';
  const rows = query.data && all.filter(({ active }) => active === wantsActive);
  const columns = keyColumns(now);
  const show = (key: KeyWithSecret) => {
    setCreatedKey(key);
    globalThis.scrollTo({ top: 0 });
  };
  return (
    <ListScreen<ApiKey>
      title="Chaves de API"
      breadcrumb={[{ label: 'Mais' }, { label: 'Chaves de API' }]}
      note="Uma chave vende e renova por você. Tudo o que ela faz fica no log, com o nome dela."
      buttons={<DocumentationButton />}
      create={{ label: 'Criar chave', onClick: () => params.openDialog('create') }}
      above={
        createdKey && <CreatedKey apiKey={createdKey} onClose={() => setCreatedKey(undefined)} />
      }
      summary={isPhone && query.data && <SpentToday keys={all} />}
      list={{
        name: 'api-keys',
        label: 'Chaves de API',
        noun: ['chave', 'chaves'],
        params,
        query,
        page: wholePage(rows, params, columns, searched),
        columns,
        actions: keyActions(params.openDialog),
        rowKey: ({ id }) => id,
        rowName: ({ name }) => name,
        filters: {
          search: { placeholder: 'Nome ou começo da chave' },
          segments: params.filter('state', {
            label: 'Situação',
            options: states(query.data?.data),
          }),
          extra: !isPhone && query.data && <SpentToday keys={all} />,
        },
        empty: wantsActive ? noneActive(all.length > 0) : noneEnded,
        nothingFound: params.search ? notFound(() => params.setSearch('')) : undefined,
      }}
      dialogs={{
        create: ({ onClose, onSaved }) => (
          <CreateKey
            onClose={onClose}
            onCreated={(key) => {
              onSaved(key.id);
              show(key);
            }}
          />
        ),
      }}
      rowDialogs={{
        rotate: (key, { onClose }) => <RotateKey apiKey={key} onClose={onClose} onCreated={show} />,
        revoke: (key, { onClose }) => (
          <RevokeKey apiKey={key} onClose={onClose} onRevoked={() => setCreatedKey(undefined)} />
        ),
      }}
    />
  );
}

const noneEnded = { icon: IconKeyOff, title: 'Nenhuma chave encerrada' };

const noneActive = (hadSome: boolean) => ({
  icon: IconKey,
  title: hadSome ? 'Nenhuma chave ativa' : 'Nenhuma chave ainda',
  text: 'Crie uma para o seu site, robô ou planilha vender e renovar sem a sua senha.',
});

const notFound = (onClear: () => void) => ({
  title: 'Nenhuma chave com esta busca',
  clear: { label: 'Limpar busca', onClick: onClear },
});

const searched = ({ name, secrets }: ApiKey): string =>
  [name, ...secrets.map(({ prefix }) => prefix)].join(' ');

const states = (keys: readonly ApiKey[] | undefined) => [
  { value: undefined, label: 'Ativas', ...counted(keys, true) },
  { value: 'ended' as const, label: 'Encerradas', ...counted(keys, false) },
];

const counted = (keys: readonly ApiKey[] | undefined, isActive: boolean) =>
  keys ? { count: keys.filter(({ active }) => active === isActive).length } : {};

function SpentToday({ keys }: { keys: readonly ApiKey[] }) {
  const spent = keys.reduce((sum, { creditsToday: today }) => sum + Math.round(today * 100), 0);
  return (
    <span className={classes.spent}>
      Hoje: <b className="num">{formatCredits(spent / 100)}</b> créditos por chaves
    </span>
  );
}

/**
 * Returns the actions of a key. An expired or revoked key has no actions. The account that holds a
 * key can rotate and revoke it, even if an admin created it.
 */
const keyActions = (
  open: (dialog: 'rotate' | 'revoke', id: number) => void,
): RowAction<ApiKey>[] => [
  {
    key: 'rotate',
    label: 'Trocar',
    name: 'Trocar chave',
    icon: IconRefresh,
    slot: 'card',
    group: 'key',
    available: ({ active }) => active,
    run: ({ id }) => open('rotate', id),
  },
  {
    key: 'revoke',
    label: 'Revogar',
    name: 'Revogar a chave',
    icon: IconKeyOff,
    slot: 'card',
    group: 'end',
    tone: 'danger',
    available: ({ active }) => active,
    run: ({ id }) => open('revoke', id),
  },
];
