// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../foundation/api/api.ts';
import { ThemeProvider } from '../../foundation/theme/ThemeProvider.tsx';
import { Loaded, type Query } from './Loaded.tsx';

afterEach(cleanup);

const failure = new ApiError({
  status: 500,
  code: 'internal',
  title: 'Erro',
  message: 'O servidor falhou.',
  fields: {},
  requestId: 'abc',
  retryAfter: undefined,
});
const refetch = vi.fn<() => void>();
const waiting = { data: undefined, error: null, isFetching: true, refetch };

const page = (query: Query<string>) => (
  <ThemeProvider>
    <Loaded query={query} failed="Não deu para carregar" label="Carregando">
      {(data) => <p>{data}</p>}
    </Loaded>
  </ThemeProvider>
);

it('shows a skeleton, then the error with a retry, then the data', () => {
  const { rerender } = render(page(waiting));
  expect(screen.getByRole('status', { name: 'Carregando' })).toBeTruthy();
  rerender(page({ ...waiting, error: failure, isFetching: false }));
  expect(screen.getByText('O servidor falhou.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(refetch).toHaveBeenCalledOnce();
  rerender(page({ ...waiting, data: 'A lista', isFetching: false }));
  expect(screen.getByText('A lista')).toBeTruthy();
});

it('keeps the data while it is read again and after a failed refresh', () => {
  const { rerender } = render(page({ ...waiting, data: 'A lista' }));
  expect(screen.getByText('A lista')).toBeTruthy();
  rerender(page({ ...waiting, data: 'A lista', error: failure, isFetching: false }));
  expect(screen.getByText('A lista')).toBeTruthy();
  expect(screen.queryByText('Não deu para carregar')).toBeNull();
});
