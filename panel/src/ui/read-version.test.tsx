/**
 * Tests which version a form sends after its data is read again, after a reload of the tab, and
 * after the form is emptied.
 */
import { editTicketAnswer } from '@ramal/contract/tickets/ticket-answers';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { makeQueryClient } from '../foundation/api/query.ts';
import { ThemeProvider } from '../foundation/theme/ThemeProvider.tsx';
import { useForm } from './form/use-form.ts';
import { usePinnedVersion } from './read-version.ts';
import { UiProvider } from './UiProvider.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const around = ({ children }: { children: ReactNode }) => (
  <ThemeProvider>
    <QueryClientProvider client={makeQueryClient()}>
      <UiProvider>{children}</UiProvider>
    </QueryClientProvider>
  </ThemeProvider>
);

interface Read {
  readonly title: string;
  readonly body: string;
  readonly version: string;
}

function useAnswerForm(read: Read) {
  const form = useForm(editTicketAnswer, {
    draft: 'answer',
    initial: read,
    send: (body) => ({ params: { id: 1 }, body }),
  });
  usePinnedVersion(form);
  return form;
}

const first: Read = { title: 'Bom dia', body: 'Olá.', version: '41' };
const second: Read = { title: 'Boa tarde', body: 'Olá a todos.', version: '42' };
const open = (read: Read) => renderHook(useAnswerForm, { initialProps: read, wrapper: around });

it('follows later reads until something is typed, and then keeps its version', () => {
  const { result, rerender } = open(first);
  rerender(second);
  expect(result.current.values).toEqual(second);
  act(() => result.current.change({ title: 'Boa noite' }));
  rerender({ ...first, version: '43' });
  expect(result.current.values).toEqual({ title: 'Boa noite', body: 'Olá.', version: '42' });
});

it('restores the version of the draft after a reload, whatever was read since', () => {
  const before = open(first);
  act(() => before.result.current.change({ title: 'Boa noite' }));
  before.unmount();
  const { result } = open(second);
  expect(result.current.values).toMatchObject({ title: 'Boa noite', version: '41' });
});

it('uses the latest version after the form was emptied', () => {
  const { result, rerender } = open(first);
  act(() => result.current.change({ title: 'Boa noite' }));
  rerender(second);
  act(() => result.current.reset());
  expect(result.current.values).toEqual(second);
  act(() => result.current.change({ title: 'De novo' }));
  expect(result.current.values.version).toBe('42');
});
