/** Pesquisar Revenda por usuário: to whom a customer or a reseller of that name belongs (S-RESLIST-04, -40). */
import { Button } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { findUser } from '@ramal/contract/resellers/reseller-tree';
import { readInput } from '@ramal/contract/api/validation';
import { IconDeviceTv, IconSearch, IconSearchOff, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../foundation/api/query.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { pathText } from '../tree/TreePath.tsx';

type Found = ResponseOf<typeof findUser>['found'][number];

export function FindUser({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [username, setUsername] = useState('');
  const [error, setError] = useState<string>();
  const find = useAction(findUser);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reading = readInput(findUser.body, { username });
    setError(reading.ok ? undefined : reading.fields.username);
    if (reading.ok) find.mutate({ body: reading.data });
  };
  const found = find.data?.found;
  return (
    <Dialog
      opened
      onClose={onClose}
      width={520}
      title="Pesquisar Revenda por usuário"
      subtitle="De quem é um cliente, ou onde está uma revenda"
      footer={
        <Button size="md" variant="default" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      <form id={id} className="find-user" noValidate onSubmit={submit}>
        <TextField
          label="Usuário"
          data-autofocus
          icon={IconSearch}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          hint="O nome inteiro, de um cliente ou de uma revenda"
          value={username}
          onChange={({ currentTarget }) => setUsername(currentTarget.value)}
          error={error ?? find.error?.message}
        />
        <Button type="submit" size="md" loading={find.isPending}>
          Procurar
        </Button>
      </form>
      <div aria-live="polite">
        {found?.length === 0 && (
          <EmptyState
            icon={IconSearchOff}
            tone="plain"
            title={`Ninguém se chama “${find.variables?.body.username}”`}
            text="Confira o nome: ele precisa estar inteiro."
          />
        )}
        {found && found.length > 0 && (
          <ul className="found-users">
            {found.map((one) => (
              <FoundRow key={`${one.kind} ${one.id}`} found={one} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function FoundRow({ found }: { found: Found }) {
  const { kind, platform, username, id, owner, owner_id: ownerId, path } = found;
  const isLine = kind === 'line';
  const Glyph = isLine ? IconDeviceTv : IconUser;
  // A line's owner is a row of the list; a reseller is one itself.
  const listed = isLine ? ownerId : id;
  return (
    <li>
      <Glyph size={19} stroke={1.75} aria-hidden />
      <div>
        <p>
          <b className={isLine ? 'mono' : undefined}>{username}</b>
          <span>
            {isLine ? `Cliente ${platform ?? ''}` : 'Revenda'} · ID {id}
          </span>
        </p>
        <p>
          {owner === null ? (
            'Sem dono: está no topo'
          ) : (
            <>
              {isLine ? 'É de' : 'Dono:'} <b>{owner}</b>
            </>
          )}
        </p>
        {path.length > 1 && <p className="found-users-path">{pathText(path)}</p>}
      </div>
      {listed !== null && (
        <Link className="found-users-go" to="/list-resellers" search={{ searchID: listed }}>
          Ver na lista
        </Link>
      )}
    </li>
  );
}
