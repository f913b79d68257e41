/** Searches resellers of the whole network by name while the user types (K-35). */
import { useDebouncedValue } from '@mantine/hooks';
import { searchResellers } from '@ramal/contract/resellers/reseller-tree';
import { useState } from 'react';
import { useCall } from '../foundation/api/query.ts';

const WAIT_MS = 500;
const MIN_SEARCH_LENGTH = 2;

export function useResellerSearch() {
  const [typed, type] = useState('');
  const [search] = useDebouncedValue(typed.trim(), WAIT_MS);
  const searches = search.length >= MIN_SEARCH_LENGTH;
  const resellers = useCall(
    searchResellers,
    { query: { search } },
    { enabled: searches, keepPrevious: true },
  );
  return {
    found: resellers.data?.found ?? [],
    /** True if enough text was typed for a search. */
    searches,
    isSearching: resellers.isFetching || search !== typed.trim(),
    type,
  };
}
