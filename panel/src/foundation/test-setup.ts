/**
 * Runs before every test of a screen. The test files of a worker share their modules and their
 * window. Each test therefore starts without a session, with empty storage and a desktop screen
 * size.
 */
import { configure } from '@testing-library/react';
import { beforeEach } from 'vitest';
import { currentSession, endSession } from './api/session.ts';
import { ignoreEarlierCalls } from './settled-waits.ts';

// A busy machine may take seconds to render a screen; only a failing test waits this long.
configure({ asyncUtilTimeout: 10_000 });

const DESK = { width: 1024, height: 768 };

beforeEach(() => {
  ignoreEarlierCalls();
  if (currentSession()) endSession('left');
  localStorage.clear();
  sessionStorage.clear();
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport(size: typeof DESK): void };
  };
  happyDOM.setViewport(DESK);
});
