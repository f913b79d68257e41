import type { ResponseOf, Endpoint, RequestOf } from '@ramal/contract/api/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, endsSession } from '../../foundation/api/api.ts';
import { sendFile } from '../../foundation/api/files.ts';
import { queryKey } from '../../foundation/api/query.ts';

export interface Upload<E extends Endpoint> {
  /** Uploaded fraction from 0 to 1. Undefined if no upload is running. */
  readonly share: number | undefined;
  readonly failure: ApiError | undefined;
  /**
   * Uploads the file. The promise resolves to undefined if the upload was rejected or cancelled.
   */
  readonly send: (sent: RequestOf<E>, file: File) => Promise<ResponseOf<E> | undefined>;
  readonly withdraw: () => void;
}

/** Uploads one file to the server. Leaving the screen or closing the dialog cancels the upload. */
export function useUpload<E extends Endpoint>(
  declaration: E,
  refresh: readonly Endpoint[],
): Upload<E> {
  const client = useQueryClient();
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState<ApiError>();
  const going = useRef<AbortController>(undefined);
  useEffect(() => () => going.current?.abort(), []);
  return {
    share,
    failure,
    withdraw: () => going.current?.abort(),
    send: async (sent, file) => {
      const abort = new AbortController();
      going.current = abort;
      setFailure(undefined);
      setShare(0);
      try {
        const onProgress = (left: number, total: number) => setShare(total > 0 ? left / total : 0);
        const answer = await sendFile(declaration, sent, file, {
          signal: abort.signal,
          onProgress,
        });
        await Promise.all(
          refresh.map((stale) => client.invalidateQueries({ queryKey: queryKey(stale) })),
        );
        return answer;
      } catch (error) {
        if (abort.signal.aborted) return undefined;
        if (!(error instanceof ApiError)) throw error;
        if (!endsSession(error)) setFailure(error);
        return undefined;
      } finally {
        setShare(undefined);
      }
    },
  };
}
