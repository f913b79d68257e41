/** Downloads of files, and uploads with progress. */
import type { Endpoint, RequestOf, ResponseOf, WireAnswer } from '@ramal/contract/api/endpoint';
import {
  address,
  type AnySent,
  parseAnswer,
  endsSession,
  headers,
  noConnection,
  payload,
  readWhole,
  toRefusal,
  request,
  translate,
} from './api.ts';
import { abortEarlyCalls } from './first-calls.ts';
import { currentSession, endSession } from './session.ts';

/** Fetches the file that a declaration with `download` returns. */
export async function fetchFile<E extends Endpoint & { download: true }>(
  declaration: E,
  sent: RequestOf<E>,
): Promise<Blob> {
  const token = currentSession()?.token;
  const { response, answer } = await request(
    address(declaration, sent as AnySent),
    {
      method: declaration.method,
      headers: headers(declaration, token, undefined),
      body: payload(declaration, sent as AnySent),
      cache: 'no-store',
      credentials: 'same-origin',
    },
    // The timeout does not include the transfer of the file, because a file may take longer than a
    // JSON answer.
    {
      read: (got) =>
        got.ok ? Promise.resolve({ response: got, answer: undefined }) : readWhole(got),
    },
  );
  if (response.ok) return response.blob();
  const error = toRefusal(response, answer);
  if (endsSession(error) && token === currentSession()?.token) endSession('ended');
  throw error;
}

interface FileOptions {
  readonly signal?: AbortSignal;
  /** Reports the number of bytes sent and the total number. */
  readonly onProgress?: (sent: number, total: number) => void;
}

/** Sends a file to a declaration with `upload`, without a time limit, and reports its progress. */
export async function sendFile<E extends Endpoint>(
  declaration: E,
  sent: RequestOf<E>,
  file: Blob,
  options: FileOptions = {},
): Promise<ResponseOf<E>> {
  const token = currentSession()?.token;
  const all = headers(declaration, token, undefined);
  all.set('content-type', 'application/octet-stream');
  const response = await upload({
    method: declaration.method,
    url: address(declaration, sent as AnySent),
    all,
    file,
    options,
  }).finally(abortEarlyCalls);
  const answer = await parseAnswer(response);
  if (response.ok) return translate(declaration, answer as WireAnswer<E>);
  const error = toRefusal(response, answer);
  if (endsSession(error) && token === currentSession()?.token) endSession('ended');
  throw error;
}

interface FileUpload {
  readonly method: string;
  readonly url: string;
  readonly all: Headers;
  readonly file: Blob;
  readonly options: FileOptions;
}

/** Uploads a file with XMLHttpRequest, because fetch does not report the progress. */
function upload({
  method,
  url,
  all,
  file,
  options: { signal, onProgress },
}: FileUpload): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    all.forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total);
    request.onload = () => {
      const headers = new Headers();
      for (const name of ['x-request-id', 'retry-after']) {
        const value = request.getResponseHeader(name);
        if (value !== null) headers.set(name, value);
      }
      resolve(new Response(request.responseText || null, { status: request.status, headers }));
    };
    request.onerror = () => reject(noConnection(undefined));
    request.onabort = () => reject(new DOMException('The upload was withdrawn', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
