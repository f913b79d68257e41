/** Searches accounts at any depth of the tree and opens the selected one. */
import { Text } from '@mantine/core';
import { searchResellers } from '@ramal/contract/resellers/reseller-tree';
import { useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { SearchField } from '../../ui/table/toolbar/SearchField.tsx';
import { pathText } from './TreePath.tsx';
import classes from './TreeSearch.module.css';

const MIN_SEARCH_LENGTH = 2;

export function TreeSearch({ onChoose }: { onChoose: (id: number) => void }) {
  const [search, setSearch] = useState('');
  const asks = search.length >= MIN_SEARCH_LENGTH;
  const { data, error, isFetching } = useCall(
    searchResellers,
    { query: { search } },
    { enabled: asks, keepPrevious: true },
  );
  const choose = (id: number) => {
    setSearch('');
    onChoose(id);
  };
  return (
    <div className={classes.root}>
      <SearchField
        value={search}
        onChange={setSearch}
        placeholder="Procurar na rede inteira"
        waitMs={300}
      />
      {asks && (data || error) && (
        <div className={classes.found} aria-busy={isFetching}>
          {error && !data && <p role="alert">{error.message}</p>}
          {data?.found.length === 0 && <p>Ninguém com “{search}” na sua rede</p>}
          <ul aria-label="Encontradas">
            {data?.found.map(({ id, username, path }) => (
              <li key={id}>
                <button type="button" onClick={() => choose(id)}>
                  <Text component="b" inherit display="block" fw={500}>
                    {username}
                  </Text>
                  <Text span inherit c="dimmed" fz="caption">
                    ID {id} · {pathText(path)}
                  </Text>
                </button>
              </li>
            ))}
          </ul>
          {data?.more && <p>Há mais. Escreva mais um pouco do nome.</p>}
        </div>
      )}
    </div>
  );
}
