/**
 * «Pesquisar Revenda por usuário»: finds the owner of a customer or reseller by name (S-RESLIST-04,
 * -40).
 */
import { Button } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { findUser } from '@ramal/contract/resellers/reseller-tree';
import { IconDeviceTv, IconSearch, IconSearchOff, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { pathText } from '../tree/TreePath.tsx';
import classes from './FindUser.module.css';

type UserMatches = ResponseOf<typeof findUser>['found'];

export function FindUser({ onClose }: { onClose: () => void }) {
  const [result, setResult] = useState<{ matches: UserMatches; username: string }>();
  const form = useForm(findUser, {
    initial: { username: '' },
    send: (body) => ({ body }),
    alertFor: ({ refusal }) => (refusal ? undefined : false),
    keep: (values) => values,
    onDone: ({ found: matches }, { username }) => setResult({ matches, username }),
  });
  return (
    <Dialog
      onClose={onClose}
      width={520}
      title="Pesquisar Revenda por usuário"
      subtitle="De quem é um cliente, ou onde está uma revenda"
      closeLabel="Fechar"
      closeVariant="default"
    >
      <InlineForm form={form} className={classes.form!}>
        <TextField
          label="Usuário"
          data-autofocus
          icon={IconSearch}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          hint="O nome de um cliente ou de uma revenda, ou as três primeiras letras dele"
          {...form.field('username')}
        />
        <Button type="submit" size="md" loading={form.busy}>
          Procurar
        </Button>
      </InlineForm>
      <div aria-live="polite">{result && <Result {...result} />}</div>
    </Dialog>
  );
}

function Result({ matches, username }: { matches: UserMatches; username: string }) {
  if (matches.length === 0) {
    return (
      <EmptyState
        icon={IconSearchOff}
        tone="plain"
        title={`Ninguém se chama “${username}”`}
        text="Confira o começo do nome, com três letras ou mais."
      />
    );
  }
  return (
    <ul className={classes.found}>
      {matches.map((match) => (
        <FoundRow key={`${match.kind} ${match.id}`} match={match} />
      ))}
    </ul>
  );
}

function FoundRow({ match }: { match: UserMatches[number] }) {
  const { kind, platform, username, id, owner, ownerId, path } = match;
  const isLine = kind === 'line';
  const Glyph = isLine ? IconDeviceTv : IconUser;
  // Id of the reseller in the list: the owner of a found line, or the found reseller.
  const rowId = isLine ? ownerId : id;
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
        {path.length > 1 && <p className={classes.path}>{pathText(path)}</p>}
      </div>
      {rowId !== null && (
        <Link className={classes.go} to="/list-resellers" search={{ searchID: rowId }}>
          Ver na lista
        </Link>
      )}
    </li>
  );
}
