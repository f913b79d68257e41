/**
 * Test double of XMLHttpRequest. Records the request and lets the test set the progress and the
 * response.
 */
import type { ResponseOf, Endpoint } from '@ramal/contract/api/endpoint';
import { errorBody, type ErrorCode, errorStatus } from '@ramal/contract/api/errors';
import { vi } from 'vitest';

export class FakeUpload {
  static sent: FakeUpload[] = [];

  method = '';
  url = '';
  file: File | undefined;
  readonly headers = new Map<string, string>();
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload: (() => void) | undefined;
  onerror: (() => void) | undefined;
  onabort: (() => void) | undefined;
  status = 0;
  responseText = '';

  open(method: string, url: string): void {
    this.method = method;
    this.url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  getResponseHeader(): null {
    return null;
  }
  send(file: File): void {
    this.file = file;
    FakeUpload.sent.push(this);
  }
  abort(): void {
    this.onabort?.();
  }
  answer<E extends Endpoint>(declaration: E, answer: ResponseOf<E>): void {
    this.status = 200;
    this.responseText = JSON.stringify(declaration.answer.parse(answer));
    this.onload?.();
  }
  refuse(code: ErrorCode): void {
    this.status = errorStatus(code);
    this.responseText = JSON.stringify(errorBody(code));
    this.onload?.();
  }
}

export function fakeUploads(): FakeUpload[] {
  FakeUpload.sent = [];
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  return FakeUpload.sent;
}
