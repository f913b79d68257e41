import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Item, type Login, type Programme, readGuide } from './xtream.ts';

/** Reads the guide of a channel. Reads it again every few minutes, because programmes end. */
export const useGuide = (login: Login, channel: Item | undefined): UseQueryResult<Programme[]> =>
  useQuery({
    queryKey: [login, 'guide', channel?.id],
    queryFn: () => readGuide(login, channel?.id ?? 0),
    enabled: channel !== undefined,
    refetchInterval: 5 * MINUTE_MS,
  });
