import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearDrafts, useDraft } from './drafts.ts';
import { endSession, startSession } from './api/session.ts';

const as = (userId: number) =>
  startSession({ userId, username: `u${userId}`, token: `t${userId}`, regPassword: '' });
const open = (screen = 'create-line') =>
  renderHook(() => useDraft(screen, { note: '', credits: 1 })).result;

beforeEach(() => {
  sessionStorage.clear();
  as(7);
});
afterEach(() => endSession('left'));

it('restores the draft for the same person and screen after the session ended', () => {
  const form = open();
  act(() => form.current.change({ note: 'Dona Célia', credits: 3 }));
  act(() => endSession('ended'));
  // The user typed this while the call was running, so the form keeps it.
  act(() => form.current.change((before) => ({ ...before, credits: 5 })));
  as(7);
  expect(open().current.value).toEqual({ note: 'Dona Célia', credits: 5 });
  expect(open('edit-line').current.value).toEqual({ note: '', credits: 1 });
  as(8);
  expect(open().current.value).toEqual({ note: '', credits: 1 });
});

it('deletes the draft after a success', () => {
  const form = open();
  act(() => form.current.change({ note: 'Dona Célia', credits: 3 }));
  act(() => form.current.clear());
  expect(form.current.value).toEqual({ note: '', credits: 1 });
  expect(open().current.value).toEqual({ note: '', credits: 1 });
});

it('deletes drafts at a sign-out and no other data of the tab', () => {
  sessionStorage.setItem('outra-coisa', '1');
  const form = open();
  act(() => form.current.change({ note: 'Dona Célia', credits: 3 }));
  clearDrafts();
  expect(Object.keys(sessionStorage)).toEqual(['outra-coisa']);
});

it('reads the fields of an older draft and ignores a broken draft', () => {
  sessionStorage.setItem('ramal.rascunho.7.create-line', '{"note":"antiga"}');
  expect(open().current.value).toEqual({ note: 'antiga', credits: 1 });
  sessionStorage.setItem('ramal.rascunho.7.create-line', '{quebrado');
  expect(open().current.value).toEqual({ note: '', credits: 1 });
});
