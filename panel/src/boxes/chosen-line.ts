/** Loads the line with a user name, and the boxes that are registered for this line. */
import { listDeviceLines } from '@ramal/contract/devices';
import { listLineBoxes } from '@ramal/contract/boxes/boxes';
import { useCall } from '../foundation/api/query.ts';

export function useChosenLine(username: string) {
  const lines = useCall(
    listDeviceLines,
    { query: { search: username } },
    { enabled: username !== '' },
  );
  const line = username ? lines.data?.data.find((row) => row.username === username) : undefined;
  const boxes = useCall(
    listLineBoxes,
    { params: { id: line?.id ?? 0 } },
    { enabled: line !== undefined },
  );
  return {
    line,
    boxes: line ? boxes.data : undefined,
    isLoading: username !== '' && lines.isPending,
    error: lines.error ?? boxes.error,
  };
}
