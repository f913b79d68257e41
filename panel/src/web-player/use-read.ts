import { useEffect, useState } from 'react';

export interface Reading<T> {
  readonly data: T | undefined;
  readonly error: string | undefined;
  readonly again: () => void;
}

/** Reads when `key` changes; an answer to an older question is dropped. Undefined key reads nothing. */
export function useRead<T>(key: string | undefined, read: () => Promise<T>): Reading<T> {
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<{ key?: string; data?: T; error?: string }>({});
  useEffect(() => {
    if (key === undefined) return undefined;
    let wanted = true;
    read().then(
      (data) => wanted && setState({ key, data }),
      (error: unknown) => wanted && setState({ key, error: (error as Error).message }),
    );
    return () => {
      wanted = false;
    };
    // The key stands for everything `read` depends on.
  }, [key, turn]);
  const current = state.key === key ? state : {};
  const again = () => {
    setState({});
    setTurn((before) => before + 1);
  };
  return { data: current.data, error: current.error, again };
}
