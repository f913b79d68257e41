import type { ReactNode } from 'react';
import { ListToolbar } from '../ui/ListToolbar.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import type { ResellersAddress } from './list-address.ts';

/** K-33. */
const WAIT_MS = 1000;

/** By user name or WhatsApp, and by ID (S-RESLIST-06, -07). */
export function ResellerSearch({ address, children }: { address: ResellersAddress; children: ReactNode }) {
  const { search, searchId, change } = address;
  return (
    <ListToolbar
      search={{
        value: search,
        placeholder: 'Usuário ou WhatsApp',
        waitMs: WAIT_MS,
        onChange: (text) => change({ search: text === '' ? undefined : text }),
      }}
    >
      <div className="resellers-search-id">
        <SearchField
          second
          inputMode="numeric"
          waitMs={WAIT_MS}
          value={searchId === undefined ? '' : String(searchId)}
          placeholder="ID da revenda"
          onChange={(text) => change({ searchID: idIn(text) })}
        />
      </div>
      {children}
    </ListToolbar>
  );
}

function idIn(text: string): number | undefined {
  const id = Number(text.slice(0, 15));
  return id > 0 ? id : undefined;
}
